// A window: a stretch of time with the machine's energy, if it is known, and
// the CPU time of the questions that ran.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace answerbox::daemon {

// Numbers questions from 1, as long as the daemon runs.
using QuestionNumber = std::uint64_t;

// The CPU time of one question in one window.
struct QuestionUse {
  QuestionNumber question = 0;
  // By the clock of its thread (CLOCK_THREAD_CPUTIME_ID). Clock ticks are
  // thousands of times too coarse.
  std::chrono::nanoseconds cpu_time{0};
  bool is_finished = false;  // The question ended in this window.
};

// Windows follow each other without gap or overlap.
struct EnergyWindow {
  // These bounds keep sums of CPU time on 100 processors in Apportion's range.
  static constexpr std::chrono::microseconds kMaxLength{10'000'000};
  static constexpr std::int64_t kMaxEnergyUj = 100'000'000'000;

  [[nodiscard]] std::chrono::microseconds length() const noexcept {
    return end - begin;
  }

  std::chrono::microseconds begin{0};  // Monotonic time.
  std::chrono::microseconds end{0};    // At most kMaxLength later.
  // Energy of the whole machine, 0 to kMaxEnergyUj. Nothing when a part is
  // unknown.
  std::optional<std::int64_t> energy_uj;
  // energy_uj may be wrong by this, plus or minus.
  std::int64_t uncertainty_uj = 0;
  // CPU time of all programs, with questions. Nothing when the kernel did not
  // give it.
  std::optional<std::chrono::nanoseconds> machine_cpu_time;
  // One for each question that ran in the window.
  std::vector<QuestionUse> uses;
};

}  // namespace answerbox::daemon
