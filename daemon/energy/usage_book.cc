#include "daemon/energy/usage_book.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace answerbox::daemon {
void Usage::Add(const EnergyRecord& record) {
  switch (record.state) {
    case EnergyState::kMeasured:
      ++measured;
      break;
    case EnergyState::kAttributed:
      ++attributed;
      break;
    case EnergyState::kEstimated:
      ++estimated;
      break;
    case EnergyState::kUnresolved:
      ++unresolved;
      break;
  }
  if (record.is_query) ++queries;
  energy_uj += record.energy_uj.value_or(0);
  if (record.energy_uj) uncertainty_uj += record.uncertainty_uj;
  cpu_time += record.cpu_time;
}

Usage& Usage::operator+=(const Usage& more) {
  measured += more.measured;
  attributed += more.attributed;
  estimated += more.estimated;
  unresolved += more.unresolved;
  queries += more.queries;
  energy_uj += more.energy_uj;
  uncertainty_uj += more.uncertainty_uj;
  cpu_time += more.cpu_time;
  return *this;
}

Usage AllAccounts(const UsageReport& report) {
  Usage sum;
  for (const AccountUsage& account : report.accounts) sum += account.usage;
  return sum;
}

UsageReport SumOf(const std::vector<UsagePeriod>& periods) {
  UsageReport sum;
  if (!periods.empty()) sum.begin = periods.front().report.begin;
  std::map<std::pair<std::string, std::string>, Usage> accounts;
  for (const UsagePeriod& period : periods) {
    sum.machine += period.report.machine;
    for (const auto& [account, usage] : period.report.accounts) {
      accounts[{account.collection, account.caller}] += usage;
    }
  }
  for (const auto& [account, usage] : accounts) {
    sum.accounts.push_back({{account.first, account.second}, usage});
  }
  return sum;
}

void UsageBook::AddWindow(std::int64_t time, const EnergyTotals& sums) {
  At(time).machine += sums;
}

void UsageBook::AddQuestions(std::int64_t time, const Account& account,
                             const Usage& usage) {
  At(time).accounts[{account.collection, account.caller}] += usage;
}

UsageBook::Period& UsageBook::At(std::int64_t clock) {
  // A clock may be wrong by any amount. The whole day must lie within kMaxTime,
  // or its end would pass the bound of the file.
  const std::int64_t time =
      std::clamp<std::int64_t>(clock, 0, kMaxTime / kDay * kDay - 1);
  if (Period* const found = Find(time)) return *found;
  // Room is made before the period is added, so that the bounds hold at every
  // moment.
  Condense(time);
  // Condense may have merged the hours of this very day into a day.
  if (Period* const found = Find(time)) return *found;
  return periods_[time - time % kHour];
}

UsageBook::Period* UsageBook::Find(std::int64_t time) {
  const auto after = periods_.upper_bound(time);
  if (after == periods_.begin()) return nullptr;
  const auto before = std::prev(after);
  const bool holds_time = time < before->first + before->second.seconds;
  return holds_time ? &before->second : nullptr;
}

void UsageBook::Condense(std::int64_t now) {
  while (CountHours() >= kMaxHours) MergeEarliestHours();
  while (periods_.size() >= kMaxPeriods || CountRows() >= kMaxRows) {
    DropOne(now);
  }
}

// Merges all hours of the day. Invariant: periods do not overlap, so a day and
// its hours are never both there.
void UsageBook::MergeEarliestHours() {
  const auto hour = std::ranges::find(
      periods_, kHour, [](const auto& entry) { return entry.second.seconds; });
  const std::int64_t begin = hour->first - hour->first % kDay;
  Period day;
  day.seconds = kDay;
  auto at = periods_.lower_bound(begin);
  while (at != periods_.end() && at->first < begin + kDay) {
    day.machine += at->second.machine;
    for (const auto& [account, usage] : at->second.accounts) {
      day.accounts[account] += usage;
    }
    at = periods_.erase(at);
  }
  periods_.emplace(begin, std::move(day));
}

void UsageBook::DropOne(std::int64_t now) {
  const auto earliest = periods_.begin();
  const auto latest = std::prev(periods_.end());
  // A clock that was ahead has left periods in the future. They are dropped
  // before any hour of this week.
  const bool is_young =
      earliest->first <= now && now < earliest->first + kKeptFor;
  periods_.erase(is_young && latest->first > now ? latest : earliest);
}

std::size_t UsageBook::CountHours() const {
  return static_cast<std::size_t>(std::ranges::count(
      periods_, kHour, [](const auto& entry) { return entry.second.seconds; }));
}

std::size_t UsageBook::CountRows() const {
  std::size_t rows = 0;
  for (const auto& [begin, period] : periods_) {
    rows += 1 + period.accounts.size();
  }
  return rows;
}

std::vector<UsagePeriod> UsageBook::Periods(std::int64_t since,
                                            std::int64_t now) const {
  std::vector<UsagePeriod> periods;
  for (const auto& [begin, period] : periods_) {
    // A period in the future is not lost: it is listed when its time comes.
    if (begin + period.seconds <= since || begin > now) continue;
    UsagePeriod& listed = periods.emplace_back();
    listed.seconds = period.seconds;
    listed.report.begin = begin;
    listed.report.machine = period.machine;
    for (const auto& [account, usage] : period.accounts) {
      listed.report.accounts.push_back(
          {{account.first, account.second}, usage});
    }
  }
  return periods;
}

}  // namespace answerbox::daemon
