// Writes and reads the text of UsageBook: docs/state-directory.md, "Energy".
#include <optional>
#include <utility>

#include "daemon/energy/state_text.h"
#include "daemon/energy/usage_book.h"
#include "daemon/identity/identity.h"

namespace answerbox::daemon {
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
