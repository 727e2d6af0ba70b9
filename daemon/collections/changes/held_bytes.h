// Bounds the heap bytes that all open uploads and staged changes hold together.
// Text may take half of the bound, as it can be in a file instead. Marks of
// pages and headings, and the steps of staged changes, can't be in files. Safe
// to use from any thread.
#pragma once

#include <atomic>
#include <cstddef>

namespace answerbox::daemon {

class HeldBytes {
 public:
  explicit HeldBytes(std::size_t limit) noexcept : limit_(limit) {}

  // Takes `bytes` of the budget. Returns false, and takes nothing, when less is
  // left.
  [[nodiscard]] bool Take(std::size_t bytes) noexcept {
    std::size_t held = held_.load();
    do {
      if (bytes > limit_ - held) return false;
    } while (!held_.compare_exchange_weak(held, held + bytes));
    return true;
  }

  // Precondition: `bytes` were taken.
  void Return(std::size_t bytes) noexcept { held_ -= bytes; }

  // Do the same for text. These bytes also count against the half for text.
  [[nodiscard]] bool TakeForText(std::size_t bytes) noexcept {
    std::size_t text = text_.load();
    do {
      if (bytes > limit_ / 2 - text) return false;
    } while (!text_.compare_exchange_weak(text, text + bytes));
    if (Take(bytes)) return true;
    text_ -= bytes;
    return false;
  }
  void ReturnFromText(std::size_t bytes) noexcept {
    Return(bytes);
    text_ -= bytes;
  }

  [[nodiscard]] std::size_t held() const noexcept { return held_; }

 private:
  const std::size_t limit_;
  std::atomic<std::size_t> held_ = 0;
  std::atomic<std::size_t> text_ = 0;  // Part of held_.
};

}  // namespace answerbox::daemon
