// Counts of what is under way, for `status`. Safe to use from any thread.
#pragma once

#include <atomic>
#include <cstddef>

namespace answerbox::daemon {

struct Activity {
  std::atomic<std::size_t> connections{0};  // Of all transports.
  std::atomic<std::size_t> questions_in_flight{0};
};

}  // namespace answerbox::daemon
