// The limits that clients should know. `status` shows them.
#pragma once

#include <chrono>
#include <cstddef>

namespace answerbox::daemon {

struct ClientLimits {
  std::size_t max_line_bytes = 0;
  std::size_t max_in_flight = 0;  // Per connection; so are uploads.
  std::size_t max_uploads = 0;
  std::chrono::seconds upload_idle{0};  // An upload idle for longer is dropped.
};

}  // namespace answerbox::daemon
