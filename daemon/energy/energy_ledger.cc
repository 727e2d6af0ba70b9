#include "daemon/energy/energy_ledger.h"

#include <cstddef>
#include <utility>

namespace answerbox::daemon {
namespace {

// Adds the question's share in one more window.
void Add(EnergyRecord& record, const QuestionShare* share) {
  if (share == nullptr) {
    record.energy_uj.reset();
    record.state = EnergyState::kUnresolved;
  }
  if (!record.energy_uj) return;
  *record.energy_uj += share->energy_uj;
  record.uncertainty_uj += share->uncertainty_uj;
  if (!share->is_alone && record.state == EnergyState::kMeasured) {
    record.state = EnergyState::kAttributed;
  }
}

// A question that ran has used energy. Without CPU time its share would be a 0
// that was not measured, so it is unresolved.
void Conclude(EnergyRecord& record) {
  record.is_complete = true;
  if (record.cpu_time > std::chrono::nanoseconds::zero() && record.energy_uj) {
    return;
  }
  record.state = EnergyState::kUnresolved;
  record.energy_uj.reset();
  record.uncertainty_uj = 0;
}

// Splits the window's energy if possible. Sets `sums` to the window's sums.
std::optional<WindowSplit> Split(const EnergyWindow& window,
                                 const std::optional<IdlePower>& idle,
                                 EnergyTotals& sums) {
  if (!window.energy_uj) {
    sums.unknown = window.length();
    return std::nullopt;
  }
  sums.known = window.length();
  sums.measured_uj = *window.energy_uj;
  if (!idle || !window.is_splittable()) {
    sums.unsplit_uj = *window.energy_uj;
    return std::nullopt;
  }
  WindowSplit split = SplitWindow(window, *idle);
  sums.idle_uj = split.idle_uj;
  sums.attributed_uj = split.attributed_uj;
  sums.remainder_uj = split.remainder_uj;
  return split;
}

}  // namespace

std::string_view ToString(EnergyState state) {
  switch (state) {
    case EnergyState::kMeasured:
      return "measured";
    case EnergyState::kAttributed:
      return "attributed";
    case EnergyState::kEstimated:
      return "estimated";
    case EnergyState::kUnresolved:
      return "unresolved";
  }
  return "";
}

EnergyTotals& EnergyTotals::operator+=(const EnergyTotals& more) {
  measured_uj += more.measured_uj;
  idle_uj += more.idle_uj;
  attributed_uj += more.attributed_uj;
  remainder_uj += more.remainder_uj;
  unsplit_uj += more.unsplit_uj;
  known += more.known;
  unknown += more.unknown;
  return *this;
}

ClosedWindow EnergyLedger::Close(EnergyWindow window,
                                 const std::optional<IdlePower>& idle) {
  ClosedWindow closed;
  // All questions of the window share one split, so that their shares and the
  // rest add up to what was measured.
  const std::optional<WindowSplit> split = Split(window, idle, closed.sums);
  totals_ += closed.sums;
  for (std::size_t i = 0; i < window.uses.size(); ++i) {
    const QuestionUse& use = window.uses[i];
    EnergyRecord& record = Open(use, window);
    record.cpu_time += use.cpu_time;
    record.window_end = window.end;
    Add(record, split ? &split->shares[i] : nullptr);
    if (!use.is_finished) continue;
    // Only a finished question states its account and what kind it was.
    record.account = use.account;
    record.asker = use.asker;
    record.is_query = use.is_query;
    Conclude(record);
    closed.completed.push_back(record);
    open_.erase(use.question);
  }
  closed.window = std::move(window);
  return closed;
}

EnergyRecord& EnergyLedger::Open(const QuestionUse& use,
                                 const EnergyWindow& window) {
  // A record begins with the first window in which its question ran, which may
  // close long before the question ends.
  const auto [entry, is_new] = open_.try_emplace(use.question);
  EnergyRecord& record = entry->second;
  if (is_new) {
    record.question = use.question;
    record.state = best_state_;
    record.energy_uj = 0;
    record.window_begin = window.begin;
  }
  return record;
}

}  // namespace answerbox::daemon
