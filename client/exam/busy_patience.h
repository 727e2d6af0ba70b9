// How long an exam waits for a daemon, or its language model, that is busy with
// others.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

#include "client/failure.h"

namespace answerbox::client {

// Pauses double from the first to the longest. When pauses of kBusyTotal have
// passed without a grade, the exam ends.
inline constexpr std::chrono::milliseconds kFirstBusyPause{250};
inline constexpr std::chrono::milliseconds kLongestBusyPause{10'000};
inline constexpr std::chrono::milliseconds kBusyTotal{600'000};

class BusyPatience {
 public:
  // Waits for that time, or until the user wants to stop.
  using Pause = std::function<void(std::chrono::milliseconds)>;

  BusyPatience() = default;  // Waits for nothing.
  explicit BusyPatience(Pause pause) : pause_(std::move(pause)) {}

  // Waits, if the failure says that the daemon or its model is busy. False:
  // the failure is another one, or the patience is exhausted.
  [[nodiscard]] bool WaitsAfter(const Failure& failure);
  // Restores the patience after a question was graded.
  void Rest();

 private:
  Pause pause_;
  std::chrono::milliseconds next_ = kFirstBusyPause;
  std::chrono::milliseconds left_ = kBusyTotal;
};

}  // namespace answerbox::client
