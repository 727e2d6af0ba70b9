// Who used how much energy, by hour and by day: sums for reports, of bounded
// size however long the daemon runs. Knows no clock and no file.
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

  // Questions by how their energy is known.
  std::uint64_t measured = 0;
  std::uint64_t attributed = 0;
  std::uint64_t estimated = 0;
  std::uint64_t unresolved = 0;
  // Of all but the unresolved; errors of one sensor add up.
  std::int64_t energy_uj = 0;
  std::int64_t uncertainty_uj = 0;
  std::chrono::nanoseconds cpu_time{0};  // Of all.
};

struct AccountUsage {
  Account account;
  Usage usage;
};

struct UsageReport {
  std::int64_t begin = 0;  // Of the first period in it; 0 without one.
  EnergyTotals machine;
  std::vector<AccountUsage> accounts;  // By collection, then caller.
};

// An hour, or a day of those that are kept by the day.
struct UsagePeriod {
  std::int64_t seconds = 0;
  UsageReport report;
};

// `periods`: one after the other.
[[nodiscard]] UsageReport SumOf(const std::vector<UsagePeriod>& periods);

class UsageBook {
 public:
  static constexpr std::int64_t kHour = 3'600;
  static constexpr std::int64_t kDay = 24 * kHour;
  // How much is kept is a matter of how many periods there are, never of what
  // the clock shows: one that is wrong for a while costs nothing. Past so many
  // hours, those of the earliest day become one day, so that a week at least is
  // kept by the hour; past so many hours and days, or so many lines, a period
  // goes.
  static constexpr std::size_t kMaxHours = 8 * 24;
  static constexpr std::size_t kMaxPeriods = kMaxHours + 400;
  static constexpr std::size_t kMaxRows = 8'192;
  // It is the earliest that goes, but for one that is no older than this: then
  // the clock was ahead for long, and the latest goes.
  static constexpr std::int64_t kKeptFor = 7 * kDay;
  // Until the year 9999; other times count as the nearest of these.
  static constexpr std::int64_t kMaxTime = 253'402'300'799;

  // Time is in seconds since 1970, UTC. What comes out of order, as when the
  // clock was set, is added where it belongs.
  void AddWindow(std::int64_t time, const EnergyTotals& sums);
  void AddQuestions(std::int64_t time, const Account& account,
                    const Usage& usage);

  // All that end after `since` and begin until `now`, the oldest first. What a
  // clock that was ahead has left is kept, and listed once that time has come.
  [[nodiscard]] std::vector<UsagePeriod> Periods(
      std::int64_t since, std::int64_t now = kMaxTime) const;
  // Their sum.
  [[nodiscard]] UsageReport Report(std::int64_t since) const {
    return SumOf(Periods(since));
  }

  // docs/state-directory.md, "Energy". Errors: kCorrupt, with the field, and
  // the line's number as the offset.
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

  // The hour or day that `time` is in, made if there is none.
  [[nodiscard]] Period& At(std::int64_t clock);
  // Null where there is none.
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
