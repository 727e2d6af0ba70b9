// Sums up windows, and completes the record of each question when the window in
// which it ended closes. Has no clock and no thread; EnergySampler calls it.
// Keeps the last records (RecentQuestions).
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "daemon/energy/energy_window.h"
#include "platform/power/power_source.h"

namespace answerbox::daemon {

// How the energy of a question was found.
enum class EnergyState {
  kMeasured,    // Almost nothing else ran in its windows.
  kAttributed,  // Its share, by CPU time, of the energy of its windows.
  kEstimated,   // The same share of energy that a model estimates.
  kUnresolved,  // A part is unknown, so the energy is too.
};

// Returns the name in records and replies, such as "measured".
[[nodiscard]] std::string_view ToString(EnergyState state);

struct EnergyRecord {
  QuestionNumber question = 0;
  AccountNumber account = AccountBook::kOthers;
  AskerTag asker = AskerTag::kNobody;  // Who may be told.
  EnergyState state = EnergyState::kUnresolved;
  // Energy above rest, 0 or more. Nothing when unresolved, which is not the
  // same as 0.
  std::optional<std::int64_t> energy_uj;
  std::int64_t uncertainty_uj = 0;  // Plus or minus.
  std::chrono::nanoseconds cpu_time{0};
  bool is_query = false;
  bool is_complete = false;  // Its last window has closed.
  // The beginning of its first window and the end of its last one.
  std::chrono::microseconds window_begin{0};
  std::chrono::microseconds window_end{0};
};

// Sums of windows. Invariant: measured = idle + attributed + remainder +
// unsplit. `unsplit` is the energy of windows without an idle baseline or
// without the CPU time of other programs.
struct EnergyTotals {
  EnergyTotals& operator+=(const EnergyTotals& more);

  std::int64_t measured_uj = 0;
  std::int64_t idle_uj = 0;
  std::int64_t attributed_uj = 0;
  std::int64_t remainder_uj = 0;
  std::int64_t unsplit_uj = 0;
  std::chrono::microseconds known{0};
  std::chrono::microseconds unknown{0};  // Gaps.
};

// A closed window, with its sums and the records of the questions that ended in
// it, in the order of the window's uses.
struct ClosedWindow {
  EnergyWindow window;
  EnergyTotals sums;  // Of this window alone.
  std::vector<EnergyRecord> completed;
};

class EnergyLedger {
 public:
  // `coverage`: whether the windows' energy comes from a sensor or an estimate.
  explicit EnergyLedger(platform::Coverage coverage)
      : best_state_(coverage == platform::Coverage::kEstimate
                        ? EnergyState::kEstimated
                        : EnergyState::kMeasured) {}

  // Takes the next window and closes it. Its energy can't be split without
  // `idle`, or when the CPU time of other programs is unknown. The caller
  // reports the end of every question, failed ones too: otherwise its record
  // stays open.
  [[nodiscard]] ClosedWindow Close(EnergyWindow window,
                                   const std::optional<IdlePower>& idle);

  [[nodiscard]] const EnergyTotals& totals() const noexcept { return totals_; }
  // Returns how many questions have begun and not ended.
  [[nodiscard]] std::size_t open_questions() const noexcept {
    return open_.size();
  }

 private:
  EnergyRecord& Open(const QuestionUse& use, const EnergyWindow& window);

  EnergyState best_state_;
  EnergyTotals totals_;
  std::map<QuestionNumber, EnergyRecord> open_;
};

// The energy of the last kKept questions, to look up by number. Used by one
// thread at a time.
class RecentQuestions {
 public:
  static constexpr std::size_t kKept = 1024;

  RecentQuestions() { records_.reserve(kKept); }

  void Add(const EnergyRecord& record) {
    if (records_.size() < kKept) {
      records_.push_back(record);
    } else {
      records_[next_] = record;
    }
    next_ = (next_ + 1) % kKept;
  }

  // Returns the question's energy as far as it is known now; nothing when the
  // question is so old that its record may have been replaced. Precondition: a
  // question had this number.
  [[nodiscard]] std::optional<EnergyRecord> Find(
      QuestionNumber question) const {
    QuestionNumber oldest = question;
    for (const EnergyRecord& record : records_) {
      if (record.question == question) return record;
      oldest = std::min(oldest, record.question);
    }
    const bool may_be_forgotten =
        records_.size() == kKept && oldest == question;
    if (may_be_forgotten) return std::nullopt;
    EnergyRecord pending;
    pending.question = question;
    return pending;
  }

 private:
  std::vector<EnergyRecord> records_;  // A ring.
  std::size_t next_ = 0;
};

}  // namespace answerbox::daemon
