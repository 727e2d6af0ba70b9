// The number of questions since the start, and their latency.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace answerbox::daemon {

struct QuestionCounts {
  std::uint64_t answered = 0;
  std::uint64_t refused = 0;
  std::chrono::nanoseconds total_latency{0};  // Of all questions.
  std::chrono::nanoseconds max_latency{0};
};

// Safe to use from any thread.
class QuestionStatistics {
 public:
  void Record(bool is_answered, std::chrono::nanoseconds latency) {
    const std::lock_guard lock(mutex_);
    ++(is_answered ? counts_.answered : counts_.refused);
    counts_.total_latency += latency;
    counts_.max_latency = std::max(counts_.max_latency, latency);
  }

  [[nodiscard]] QuestionCounts counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

 private:
  mutable std::mutex mutex_;
  QuestionCounts counts_;
};

}  // namespace answerbox::daemon
