// Counts the questions since the start, and how long they took, for `status`
// and GET /metrics.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace answerbox::daemon {

// Each bucket of the latencies ends with its bound. They reach from the
// quickest question on a desktop machine to what a caller would call a fault.
inline constexpr std::array<std::chrono::microseconds, 16> kLatencyBounds = {
    std::chrono::microseconds(50),  std::chrono::microseconds(100),
    std::chrono::microseconds(250), std::chrono::microseconds(500),
    std::chrono::milliseconds(1),   std::chrono::microseconds(2'500),
    std::chrono::milliseconds(5),   std::chrono::milliseconds(10),
    std::chrono::milliseconds(25),  std::chrono::milliseconds(50),
    std::chrono::milliseconds(100), std::chrono::milliseconds(250),
    std::chrono::milliseconds(500), std::chrono::seconds(1),
    std::chrono::seconds(5),        std::chrono::seconds(10)};

// The number of questions since the start, and their latency.
struct QuestionCounts {
  std::uint64_t answered = 0;
  std::uint64_t refused = 0;
  std::chrono::nanoseconds total_latency{0};  // Of all questions.
  std::chrono::nanoseconds max_latency{0};
  // By the first bound that is not less; those past all bounds are last.
  std::array<std::uint64_t, kLatencyBounds.size() + 1> latencies{};
};

// Safe to use from any thread.
class QuestionStatistics {
 public:
  void Record(bool is_answered, std::chrono::nanoseconds latency) {
    const auto bound = std::ranges::lower_bound(kLatencyBounds, latency);
    const std::lock_guard lock(mutex_);
    ++(is_answered ? counts_.answered : counts_.refused);
    counts_.total_latency += latency;
    counts_.max_latency = std::max(counts_.max_latency, latency);
    ++counts_
          .latencies[static_cast<std::size_t>(bound - kLatencyBounds.begin())];
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
