// What a client has to obey, or does best to: `status` tells.
#pragma once

#include <chrono>
#include <cstddef>

namespace answerbox::daemon {

struct ClientLimits {
  std::size_t max_line_bytes = 0;
  std::size_t max_in_flight = 0;  // Of a connection; likewise uploads.
  std::size_t max_uploads = 0;
  std::chrono::seconds upload_idle{0};  // Then an upload is dropped.
};

}  // namespace answerbox::daemon
