// How long a caller waits for a model, and how it ends the wait.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

namespace answerbox::daemon {

struct ModelPatience {
  using Clock = std::chrono::steady_clock;

  // Of the whole call, connecting included.
  Clock::time_point deadline = Clock::time_point::max();
  // Ends the call at once, from any thread.
  std::stop_token stop = {};
  // Asked every kAskEvery by the calling thread; false ends the call. Empty:
  // the answer is always awaited.
  std::function<bool()> is_awaited = {};

  static constexpr std::chrono::milliseconds kAskEvery{50};

  [[nodiscard]] bool is_cancelled() const {
    return stop.stop_requested() || (is_awaited && !is_awaited());
  }
};

}  // namespace answerbox::daemon
