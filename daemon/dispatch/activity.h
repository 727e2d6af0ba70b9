// What `status` tells about connections and questions. Safe from any thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace answerbox::daemon {

struct SessionActivity {
  std::atomic<std::size_t> connections{0};
  std::atomic<std::size_t> questions_in_flight{0};
};

struct QuestionCounts {
  std::uint64_t answered = 0;
  std::uint64_t refused = 0;
  std::chrono::nanoseconds total_latency{0};  // Of both.
  std::chrono::nanoseconds max_latency{0};
};

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
