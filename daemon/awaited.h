// One value that one thread waits for and another gives. It does what
// std::promise does, which Debian's libraries for ARMv6 boards have not.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace answerbox::daemon {

template <typename T>
class Awaited {
 public:
  Awaited() = default;
  Awaited(const Awaited&) = delete;
  Awaited& operator=(const Awaited&) = delete;

  // On any thread, once.
  void Give(T value) {
    // Notifies under the lock: once the waiting thread wakes up, it may destroy
    // this.
    const std::lock_guard lock(mutex_);
    value_ = std::move(value);
    given_.notify_one();
  }

  // Call once.
  [[nodiscard]] T Wait() {
    std::unique_lock lock(mutex_);
    given_.wait(lock, [this] { return value_.has_value(); });
    return *std::move(value_);
  }

 private:
  std::mutex mutex_;
  std::condition_variable given_;
  std::optional<T> value_;
};

}  // namespace answerbox::daemon
