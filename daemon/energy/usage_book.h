// Sums of energy by account, by hour and by day, for reports. Its size is
// bounded however long the daemon runs. Has no clock and no file.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/energy/accounts.h"
#include "daemon/energy/energy_ledger.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// Sums over questions.
struct Usage {
  void Add(const EnergyRecord& record);
  Usage& operator+=(const Usage& more);
  [[nodiscard]] std::uint64_t questions() const noexcept {
    return measured + attributed + estimated + unresolved;
  }

  // Numbers of questions, queries too, by their EnergyState.
  std::uint64_t measured = 0;
  std::uint64_t attributed = 0;
  std::uint64_t estimated = 0;
  std::uint64_t unresolved = 0;
  std::uint64_t queries = 0;  // How many of them chose no answer.
  // The energy of all questions but the unresolved. Uncertainties are added up,
  // because errors of one sensor do not cancel out.
  std::int64_t energy_uj = 0;
  std::int64_t uncertainty_uj = 0;
  std::chrono::nanoseconds cpu_time{0};  // Of all questions.
};

struct AccountUsage {
  Account account;
  Usage usage;
};

struct UsageReport {
  std::int64_t begin = 0;  // Of the first period; 0: there is none.
  EnergyTotals machine;
  std::vector<AccountUsage> accounts;  // Sorted by collection, then caller.
};

// The sum over all accounts.
[[nodiscard]] Usage AllAccounts(const UsageReport& report);

// An hour or a day.
struct UsagePeriod {
  std::int64_t seconds = 0;
  UsageReport report;
};

// Adds up `periods`, which are in order.
[[nodiscard]] UsageReport SumOf(const std::vector<UsagePeriod>& periods);

class UsageBook {
 public:
  static constexpr std::int64_t kHour = 3'600;
  static constexpr std::int64_t kDay = 24 * kHour;
  // Bounds of the book. They count periods instead of comparing times, so that
  // a clock that is wrong for a while loses nothing. Past kMaxHours, the hours
  // of the earliest day become one day, so at least a week is kept by the hour.
  // Past kMaxPeriods, or kMaxRows lines, a period is dropped.
  static constexpr std::size_t kMaxHours = 8 * 24;
  static constexpr std::size_t kMaxPeriods = kMaxHours + 400;
  static constexpr std::size_t kMaxRows = 8'192;
  // The earliest period is dropped if it is older than this. Otherwise the
  // clock was ahead for long, and the latest period is dropped.
  static constexpr std::int64_t kKeptFor = 7 * kDay;
  // The end of the year 9999. Times outside of 0 to kMaxTime are moved to the
  // nearest of these.
  static constexpr std::int64_t kMaxTime = 253'402'300'799;

  // `time` is in seconds since 1970, UTC. Times need not be in order, as the
  // clock may be set.
  void AddWindow(std::int64_t time, const EnergyTotals& sums);
  void AddQuestions(std::int64_t time, const Account& account,
                    const Usage& usage);

  // Returns the periods that end after `since` and begin at or before `now`,
  // oldest first. Periods in the future, left by a clock that was ahead, are
  // listed once their time has come.
  [[nodiscard]] std::vector<UsagePeriod> Periods(
      std::int64_t since, std::int64_t now = kMaxTime) const;

  // The text of docs/state-directory.md, "Energy", and its reader. Errors:
  // kCorrupt, with the field's name, and the line's number as the offset.
  [[nodiscard]] std::string Encode() const;
  [[nodiscard]] static Result<UsageBook> Parse(std::string_view lines);

 private:
  // A collection and a caller.
  using Key = std::pair<std::string, std::string>;

  struct Period {
    std::int64_t seconds = kHour;
    EnergyTotals machine;
    std::map<Key, Usage> accounts;
  };

  [[nodiscard]] static std::string PeriodLine(std::int64_t begin,
                                              const Period& period);

  // Returns the period of `clock`, and makes it if there is none.
  [[nodiscard]] Period& At(std::int64_t clock);
  // Returns the period of `time`, or null.
  [[nodiscard]] Period* Find(std::int64_t time);
  // Makes room for one more period.
  void Condense(std::int64_t now);
  void MergeEarliestHours();
  void DropOne(std::int64_t now);
  [[nodiscard]] std::size_t CountHours() const;
  [[nodiscard]] std::size_t CountRows() const;

  std::map<std::int64_t, Period> periods_;  // By begin; they do not overlap.
};

}  // namespace answerbox::daemon
