#include "client/commands/exam/busy_pause.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>
#include <utility>

namespace answerbox::client {
namespace {

// How soon Ctrl-C ends a pause.
constexpr std::chrono::milliseconds kInterruptionCheck{100};
constexpr const char* kIsBusy =
    "answerbox: the daemon or the language model is busy with other requests; "
    "waiting up to 10 minutes for each question\n";

}  // namespace

BusyPatience PatienceWithModel(ProgressBar& bar,
                               std::function<bool()> is_stopped,
                               BusyNotice notice) {
  return BusyPatience([&bar, is_stopped = std::move(is_stopped),
                       is_told = notice == BusyNotice::kQuiet](
                          std::chrono::milliseconds time) mutable {
    if (!std::exchange(is_told, true)) {
      bar.Clear();
      std::cerr << kIsBusy;
    }
    const auto end = std::chrono::steady_clock::now() + time;
    while (!is_stopped() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::min(time, kInterruptionCheck));
    }
  });
}

}  // namespace answerbox::client
