#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace answerbox::daemon {

// Documents that were removed or replaced and whose text is still in files.
struct PendingErasure {
  std::uint64_t documents = 0;
  std::uint64_t text_bytes = 0;
  // When the first of them must be erased, by the wall clock as it is set now.
  std::optional<std::chrono::sys_seconds> due{};
  std::string problem{};  // Why the last attempt failed; empty: it did not.
};

}  // namespace answerbox::daemon
