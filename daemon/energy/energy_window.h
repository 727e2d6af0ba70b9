// A stretch of time over which the machine's energy is known or is not, and who
// used its processors meanwhile.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace answerbox::daemon {

// Numbers questions for as long as the daemon runs.
using QuestionNumber = std::uint64_t;

// What one question used of the processors within one window.
struct QuestionUse {
  QuestionNumber question = 0;
  // By the clock of its thread (CLOCK_THREAD_CPUTIME_ID); not by clock ticks,
  // which are thousands of times too coarse.
  std::chrono::nanoseconds cpu_time{0};
  bool is_finished = false;  // The question ended in this window.
};

// Windows follow each other without hole or overlap.
struct EnergyWindow {
  // So that sums of CPU time stay in Apportion's range on 100 processors.
  static constexpr std::chrono::microseconds kMaxLength{10'000'000};
  static constexpr std::int64_t kMaxEnergyUj = 100'000'000'000;

  [[nodiscard]] std::chrono::microseconds length() const noexcept {
    return end - begin;
  }

  std::chrono::microseconds begin{0};  // Monotonic, from any origin.
  std::chrono::microseconds end{0};    // At most kMaxLength later.
  // Of the whole machine, 0 to kMaxEnergyUj; nothing when part of it is
  // unknown.
  std::optional<std::int64_t> energy_uj;
  // By how much that may be off, either way.
  std::int64_t uncertainty_uj = 0;
  // What all programs used of the processors, questions among them; nothing
  // when the kernel did not say.
  std::optional<std::chrono::nanoseconds> machine_cpu_time;
  // One for each question that ran in it.
  std::vector<QuestionUse> uses;
};

}  // namespace answerbox::daemon
