// A window: a stretch of time with the machine's energy, if it is known, and
// the CPU time of the questions that ran. Its energy is divided into the energy
// at rest, the questions' shares, and the rest for other programs. The parts
// add up to the whole exactly, in microjoules.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daemon/energy/accounts.h"
#include "platform/power/energy_meter.h"
#include "platform/power/power_source.h"

namespace answerbox::daemon {

// Numbers questions from 1, as long as the daemon runs.
using QuestionNumber = std::uint64_t;

// The CPU time of one question, up to now or in one window.
struct QuestionUse {
  QuestionNumber question = 0;
  // By the clock of its thread (CLOCK_THREAD_CPUTIME_ID). Clock ticks are
  // thousands of times too coarse.
  std::chrono::nanoseconds cpu_time{0};
  AccountNumber account = AccountBook::kOthers;  // Of a finished question.
  bool is_finished = false;                      // It ended in this window.
  bool is_query = false;               // It chose no answer, like a search.
  AskerTag asker = AskerTag::kNobody;  // Of a finished question.
};

// Windows follow each other without gap or overlap.
struct EnergyWindow {
  // These bounds keep sums of CPU time on 100 processors in Apportion's range.
  static constexpr std::chrono::microseconds kMaxLength{10'000'000};
  static constexpr std::int64_t kMaxEnergyUj = 100'000'000'000;

  [[nodiscard]] std::chrono::microseconds length() const noexcept {
    return end - begin;
  }
  // Returns whether the energy can be split: it is known, and so is the CPU
  // time of other programs if questions ran.
  [[nodiscard]] bool is_splittable() const noexcept {
    return energy_uj && (machine_cpu_time || uses.empty());
  }

  std::chrono::microseconds begin{0};  // Monotonic time.
  std::chrono::microseconds end{0};    // At most kMaxLength later.
  // Energy of the whole machine, 0 to kMaxEnergyUj. Nothing when a part is
  // unknown.
  std::optional<std::int64_t> energy_uj;
  // energy_uj may be wrong by this, plus or minus.
  std::int64_t uncertainty_uj = 0;
  // CPU time of all programs, including questions. Nothing when the kernel did
  // not provide it.
  std::optional<std::chrono::nanoseconds> machine_cpu_time;
  // One for each question that ran in the window.
  std::vector<QuestionUse> uses;
};

// The machine's power at rest.
struct IdlePower {
  std::int64_t power_uw = 0;        // 0 or more.
  std::int64_t uncertainty_uw = 0;  // Plus or minus.
};

struct QuestionShare {
  std::int64_t energy_uj = 0;
  std::int64_t uncertainty_uj = 0;
  // Whether no other question ran in the window, and other programs took no
  // more CPU time than this question.
  bool is_alone = false;
};

// Invariant: idle_uj + attributed_uj + remainder_uj = the window's energy.
struct WindowSplit {
  std::int64_t idle_uj = 0;
  std::int64_t attributed_uj = 0;     // The sum of the shares.
  std::int64_t remainder_uj = 0;      // Other programs, and the kernel.
  std::vector<QuestionShare> shares;  // In the order of the window's uses.
};

// Splits the window. Precondition: is_splittable(). The idle part is power at
// rest x length, but at most the window's energy. The rest is divided in
// proportion to CPU time. When the kernel counted less CPU time than the
// questions' clocks, the questions get all of the rest.
[[nodiscard]] WindowSplit SplitWindow(const EnergyWindow& window,
                                      const IdlePower& idle);

// Bounds of an amount that is apportioned, and of the sum of weights: their
// products fit in 64 bits.
inline constexpr std::int64_t kMaxApportioned = (std::int64_t{1} << 43) - 1;
inline constexpr std::uint64_t kMaxTotalWeight = (std::uint64_t{1} << 40) - 1;

// The quotient floor(amount x weight / total), and the remainder, which is
// below `total`.
//   amount  0 to kMaxApportioned
//   weight  0 to `total`
//   total   1 to kMaxTotalWeight
struct Portion {
  std::int64_t whole = 0;
  std::uint64_t remainder = 0;
};
[[nodiscard]] Portion PortionOf(std::int64_t amount, std::uint64_t weight,
                                std::uint64_t total) noexcept;

// Divides an amount in proportion to weights. Fills `parts` by the method of
// largest remainders: each part is its exact share, rounded down or up, and the
// parts add up to `amount`. Among equal remainders, the earlier part is rounded
// up.
//   amount   0 to kMaxApportioned
//   weights  [n], their sum 1 to kMaxTotalWeight
//   parts    [n]
// Takes O(n log n) and allocates n numbers.
void Apportion(std::int64_t amount, std::span<const std::uint64_t> weights,
               std::span<std::int64_t> parts);

// --- Gathers a meter's steps into windows. They are long enough for the
// kernel's count of CPU time, which has a resolution of 10 ms.

class WindowBuilder {
 public:
  // A window closes with the first step that makes it `length` or longer.
  // `length` is at most EnergyWindow::kMaxLength; `description` is that of the
  // metered source.
  WindowBuilder(const platform::SourceDescription& description,
                std::chrono::microseconds length);

  // Takes the meter's next step, and returns the window that it closes, if any.
  // The caller adds the CPU times. The window's energy is unknown when that of
  // a step is unknown, or when the window is longer than kMaxLength because the
  // sampler was stopped for a while.
  [[nodiscard]] std::optional<EnergyWindow> Add(
      const platform::MeterStep& step);

  // Closes the present window, if there is one, however short it is.
  [[nodiscard]] std::optional<EnergyWindow> Finish();

 private:
  [[nodiscard]] std::int64_t UncertaintyOf(const EnergyWindow& window) const;

  std::chrono::microseconds length_;
  platform::ReadingKind kind_;
  std::int64_t resolution_;
  std::int64_t uncertainty_ppm_;
  std::optional<EnergyWindow> open_;
};

}  // namespace answerbox::daemon
