// Keeps the faults that a store reports from the background, so that tests can
// wait for them.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

#include "daemon/error.h"

namespace answerbox::daemon {

// Safe to use from any thread.
class KnownFaults {
 public:
  // For StoreOptions::on_fault. This object outlives it.
  [[nodiscard]] std::function<void(const Error&)> teller() {
    return [this](const Error& error) {
      const std::lock_guard lock(mutex_);
      faults_.push_back(error);
      told_.notify_all();
    };
  }

  // Waits for the first fault and returns it.
  [[nodiscard]] Error Await() {
    std::unique_lock lock(mutex_);
    told_.wait(lock, [this] { return !faults_.empty(); });
    return faults_.front();
  }

  [[nodiscard]] std::size_t count() {
    const std::lock_guard lock(mutex_);
    return faults_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable told_;
  std::vector<Error> faults_;
};

}  // namespace answerbox::daemon
