// The progress of a request: docs/socket-protocol.md, "progress".
#pragma once

#include <cstdint>
#include <string_view>

namespace answerbox::daemon {

struct WorkDone {
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::string_view unit = "bytes";  // In static storage.
};

}  // namespace answerbox::daemon
