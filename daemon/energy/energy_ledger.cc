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
  if (record.cpu_time > std::chrono::nanoseconds::zero() && record.energy_uj) {
    return;
  }
  record.state = EnergyState::kUnresolved;
  record.energy_uj.reset();
  record.uncertainty_uj = 0;
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

std::vector<EnergyRecord> EnergyLedger::Close(
    const EnergyWindow& window, const std::optional<IdlePower>& idle) {
  const std::optional<WindowSplit> split = Split(window, idle);
  std::vector<EnergyRecord> completed;
  for (std::size_t i = 0; i < window.uses.size(); ++i) {
    const QuestionUse& use = window.uses[i];
    EnergyRecord& record = Open(use, window);
    record.cpu_time += use.cpu_time;
    record.window_end = window.end;
    Add(record, split ? &split->shares[i] : nullptr);
    if (!use.is_finished) continue;
    Conclude(record);
    completed.push_back(record);
    open_.erase(use.question);
  }
  return completed;
}

std::optional<WindowSplit> EnergyLedger::Split(
    const EnergyWindow& window, const std::optional<IdlePower>& idle) {
  if (!window.energy_uj) {
    totals_.unknown += window.length();
    return std::nullopt;
  }
  totals_.known += window.length();
  totals_.measured_uj += *window.energy_uj;
  if (!idle || !IsSplittable(window)) {
    totals_.unsplit_uj += *window.energy_uj;
    return std::nullopt;
  }
  WindowSplit split = SplitWindow(window, *idle);
  totals_.idle_uj += split.idle_uj;
  totals_.attributed_uj += split.attributed_uj;
  totals_.remainder_uj += split.remainder_uj;
  return split;
}

EnergyRecord& EnergyLedger::Open(const QuestionUse& use,
                                 const EnergyWindow& window) {
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
