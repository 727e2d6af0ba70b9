#include "daemon/energy/usage_book.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "daemon/energy/state_text.h"
#include "daemon/identity/identity.h"

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

// The text of the book: docs/state-directory.md, "Energy".
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

constexpr std::string_view kFirstLine = "answerbox-usage 1\n";
// Stands for an empty collection or caller. Neither can have this name.
constexpr std::string_view kOthersName = "-";
// No sum of a period comes near this, and kMaxRows such sums fit in 64 bits.
constexpr std::int64_t kMaxSum = 1'000'000'000'000'000;

template <typename... Numbers>
std::string Line(std::string_view name, Numbers... numbers) {
  std::string line(name);
  ((line += ' ', line += std::to_string(numbers)), ...);
  return line + '\n';
}

// Reads numbers such as " 12 34", each 0 to kMaxSum.
template <typename... Numbers>
bool ReadSums(StateFields& fields, Numbers&... numbers) {
  return ((fields.Skip(" ") &&
           fields.Read(numbers, Numbers{0}, static_cast<Numbers>(kMaxSum))) &&
          ...);
}

bool ReadMachine(StateFields& fields, EnergyTotals& machine) {
  std::int64_t known_us = 0;
  std::int64_t unknown_us = 0;
  if (!ReadSums(fields, machine.measured_uj, machine.idle_uj,
                machine.attributed_uj, machine.remainder_uj, machine.unsplit_uj,
                known_us, unknown_us) ||
      !fields.Skip("\n")) {
    return false;
  }
  machine.known = microseconds(known_us);
  machine.unknown = microseconds(unknown_us);
  return true;
}

bool ReadUsage(StateFields& fields, Usage& usage) {
  std::int64_t cpu_us = 0;
  if (!ReadSums(fields, usage.measured, usage.attributed, usage.estimated,
                usage.unresolved, usage.energy_uj, usage.uncertainty_uj,
                cpu_us)) {
    return false;
  }
  usage.cpu_time = microseconds(cpu_us);
  // The last number is omitted where it is 0.
  return fields.Skip("\n") ||
         (ReadSums(fields, usage.queries) && fields.Skip("\n") &&
          usage.queries <= usage.questions());
}

std::int64_t MicrosecondsOf(nanoseconds time) {
  // The time is rounded, not cut, because a report adds up many of these.
  return std::chrono::round<microseconds>(time).count();
}

std::string_view OrOthers(std::string_view name) {
  return name.empty() ? kOthersName : name;
}

std::string UseLine(std::string_view collection, std::string_view caller,
                    const Usage& usage) {
  std::string line = "use ";
  line += OrOthers(collection);
  line += ' ';
  line += OrOthers(caller);
  const auto with = [&](auto... last) {
    return Line(line, usage.measured, usage.attributed, usage.estimated,
                usage.unresolved, usage.energy_uj, usage.uncertainty_uj,
                MicrosecondsOf(usage.cpu_time), last...);
  };
  return usage.queries == 0 ? with() : with(usage.queries);
}

// The collection and the caller of a `use` line; both empty for the account of
// others.
using UsedBy = std::pair<std::string, std::string>;

bool ReadUsedBy(StateFields& fields, UsedBy& by) {
  auto& [collection, caller] = by;
  if (!fields.ReadWord(collection) || !fields.Skip(" ") ||
      !fields.ReadWord(caller)) {
    return false;
  }
  if (collection == kOthersName) collection.clear();
  if (caller == kOthersName) caller.clear();
  // Either both names are given or neither: the account of others has none.
  return caller.size() <= Identity::kMaxNameBytes &&
         caller.empty() == collection.empty();
}

Error Damaged(const StateFields& fields, std::string field) {
  Error error{ErrorKind::kCorrupt, "a line of energy usage is damaged"};
  error.offset = fields.line();
  error.field = std::move(field);
  return error;
}

}  // namespace

std::string UsageBook::PeriodLine(std::int64_t begin, const Period& period) {
  const EnergyTotals& machine = period.machine;
  return Line("period", begin, period.seconds, machine.measured_uj,
              machine.idle_uj, machine.attributed_uj, machine.remainder_uj,
              machine.unsplit_uj, machine.known.count(),
              machine.unknown.count());
}

std::string UsageBook::Encode() const {
  std::string text(kFirstLine);
  for (const auto& [begin, period] : periods_) {
    text += PeriodLine(begin, period);
    for (const auto& [account, usage] : period.accounts) {
      text += UseLine(account.first, account.second, usage);
    }
  }
  return text;
}

Result<UsageBook> UsageBook::Parse(std::string_view lines) {
  StateFields fields(lines);
  UsageBook book;
  if (!fields.Skip(kFirstLine)) return Damaged(fields, "version");
  // Each state has one spelling. A text that Encode would write differently is
  // damage.
  std::string spelled;
  std::int64_t end = 0;  // Of the previous period.
  while (fields.Skip("period ")) {
    std::int64_t begin = 0;
    Period period;
    if (!fields.Read(begin, end, UsageBook::kMaxTime) || !fields.Skip(" ") ||
        !fields.Read(period.seconds, kHour, kDay) ||
        !ReadMachine(fields, period.machine)) {
      return Damaged(fields, "period");
    }
    spelled += PeriodLine(begin, period);
    std::optional<UsedBy> before;
    while (fields.Skip("use ")) {
      UsedBy by;
      Usage usage;
      if (!ReadUsedBy(fields, by) || !ReadUsage(fields, usage) ||
          (before && !(*before < by))) {
        return Damaged(fields, "use");
      }
      spelled += UseLine(by.first, by.second, usage);
      before = by;
      period.accounts[std::move(by)] += usage;
    }
    // The next period may not begin before this one ends, so that no energy
    // counts twice.
    end = begin + period.seconds;
    book.periods_.emplace(begin, std::move(period));
  }
  if (!fields.AtEnd() ||
      book.CountRows() > kMaxRows + AccountBook::kMaxAccounts ||
      spelled != lines.substr(kFirstLine.size())) {
    return Damaged(fields, "line");
  }
  return book;
}

}  // namespace answerbox::daemon
