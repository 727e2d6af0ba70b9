#include "platform/power/processor_time.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "platform/power/attribute.h"

namespace answerbox::platform {
namespace {

// proc(5), /proc/stat: user nice system idle iowait irq softirq steal; guest
// time, which follows, is part of user.
constexpr std::size_t kColumns = 8;
constexpr std::size_t kIdle = 3;
constexpr std::size_t kIoWait = 4;
// More ticks than a thousand processors reach in practice. Products with a
// tick's energy stay below 2^63.
constexpr std::uint64_t kMaxTicks = 1'000'000'000'000;

// Documentation/scheduler/sched-stats.rst; the lines of processors are the same
// in these versions.
constexpr std::array<std::string_view, 3> kSchedstatVersions = {
    "version 15\n", "version 16\n", "version 17\n"};
constexpr std::size_t kRunTimeColumn = 6;
// Room for a thousand processors. A text that fills it was cut.
constexpr std::size_t kMaxSchedstatBytes = 262'144;
constexpr std::uint64_t kMaxRunTimeNs = std::uint64_t{1} << 62;

// Returns the number in `column` of a line of numbers.
std::optional<std::uint64_t> NumberIn(std::string_view line,
                                      std::size_t column) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i <= column; ++i) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const auto [end, error] =
        std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc()) return std::nullopt;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  }
  return number;
}

}  // namespace

std::int64_t TicksPerSecond() {
  return std::max<std::int64_t>(::sysconf(_SC_CLK_TCK), 1);
}

// Waiting for a disk counts as idle, although top(1) shows it separately.
std::optional<std::uint64_t> BusyTicks(std::string_view stat) {
  if (!stat.starts_with("cpu ")) return std::nullopt;
  std::string_view line = stat.substr(4, stat.find('\n') - 4);
  std::uint64_t busy = 0;
  for (std::size_t column = 0; column < kColumns; ++column) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    std::uint64_t ticks = 0;
    const auto [end, error] =
        std::from_chars(line.data(), line.data() + line.size(), ticks);
    if (error != std::errc() || ticks > kMaxTicks) return std::nullopt;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    if (column != kIdle && column != kIoWait) busy += ticks;
  }
  return busy;
}

// The first line, "cpu " without a number, is the sum of the others.
std::size_t CountProcessors(std::string_view stat) {
  std::size_t count = 0;
  for (std::size_t at = stat.find("\ncpu"); at != std::string_view::npos;
       at = stat.find("\ncpu", at + 1)) {
    ++count;
  }
  return std::max<std::size_t>(count, 1);
}

// A kernel with another version of this file may have moved the column. Then
// ticks, which are coarser, are better than a wrong number.
std::optional<std::chrono::nanoseconds> RunTime(std::string_view schedstat) {
  const bool is_known =
      std::any_of(kSchedstatVersions.begin(), kSchedstatVersions.end(),
                  [schedstat](std::string_view version) {
                    return schedstat.starts_with(version);
                  });
  if (!is_known) return std::nullopt;
  std::uint64_t sum_ns = 0;
  std::size_t processors = 0;
  for (std::size_t at = schedstat.find("\ncpu"); at != std::string_view::npos;
       at = schedstat.find("\ncpu", at + 1), ++processors) {
    const std::string_view line =
        schedstat.substr(at + 1, schedstat.find('\n', at + 1) - at - 1);
    const auto numbers = line.substr(std::min(line.find(' '), line.size()));
    const auto run_ns = NumberIn(numbers, kRunTimeColumn);
    if (!run_ns || *run_ns > kMaxRunTimeNs - sum_ns) return std::nullopt;
    sum_ns += *run_ns;
  }
  if (processors == 0) return std::nullopt;
  return std::chrono::nanoseconds(static_cast<std::int64_t>(sum_ns));
}

// A text that fills its buffer was cut, and processors are missing: the sum
// would be too low.
Result<BusyTime> ReadBusyTime(const std::filesystem::path& root) {
  const auto schedstat =
      ReadAttribute(root / "proc/schedstat", kMaxSchedstatBytes);
  if (schedstat && schedstat->size() < kMaxSchedstatBytes - 1) {
    if (const auto run_time = RunTime(*schedstat)) {
      return BusyTime{*run_time, BusyCount::kRunTime};
    }
  }
  const std::filesystem::path path = root / "proc/stat";
  const auto stat = ReadAttribute(path);
  if (!stat) return stat.error();
  const std::optional<std::uint64_t> busy = BusyTicks(*stat);
  const std::int64_t tick_ns = 1'000'000'000 / TicksPerSecond();
  if (!busy ||
      *busy > static_cast<std::uint64_t>(
                  std::numeric_limits<std::int64_t>::max() / tick_ns)) {
    return MalformedReading("no line of CPU times", path);
  }
  return BusyTime{
      std::chrono::nanoseconds(static_cast<std::int64_t>(*busy) * tick_ns),
      BusyCount::kTicks};
}

}  // namespace answerbox::platform
