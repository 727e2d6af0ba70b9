// Heap that documents on their way in may hold, all together.
#pragma once

#include <atomic>
#include <cstddef>

namespace answerbox::daemon {

class HeldBytes {
 public:
  explicit HeldBytes(std::size_t limit) noexcept : limit_(limit) {}

  // Takes `bytes` of the budget; false, and nothing taken, when less is left.
  [[nodiscard]] bool Take(std::size_t bytes) noexcept {
    std::size_t held = held_.load();
    do {
      if (bytes > limit_ - held) return false;
    } while (!held_.compare_exchange_weak(held, held + bytes));
    return true;
  }

  // Precondition: they were taken.
  void Return(std::size_t bytes) noexcept { held_ -= bytes; }

  [[nodiscard]] std::size_t held() const noexcept { return held_; }

 private:
  const std::size_t limit_;
  std::atomic<std::size_t> held_ = 0;
};

}  // namespace answerbox::daemon
