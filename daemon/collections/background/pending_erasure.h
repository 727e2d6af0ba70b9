// What a store tells of documents that it has not erased yet.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace answerbox::daemon {

// Documents that were removed or replaced and are in files yet.
struct PendingErasure {
  std::uint64_t documents = 0;
  std::uint64_t text_bytes = 0;
  // When the first of them is to be erased, by the wall clock as it is set now.
  std::optional<std::chrono::sys_seconds> due{};
  std::string problem{};  // Why that failed when it was tried last, or empty.
};

}  // namespace answerbox::daemon
