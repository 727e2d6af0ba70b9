#include "daemon/audit/record_time.h"

#include <array>
#include <chrono>
#include <cstdio>

namespace answerbox::daemon {

RecordTime Now() {
  using std::chrono::duration_cast;
  using std::chrono::microseconds;
  using std::chrono::nanoseconds;
  return {duration_cast<microseconds>(
              std::chrono::system_clock::now().time_since_epoch())
              .count(),
          static_cast<std::uint64_t>(
              duration_cast<nanoseconds>(
                  std::chrono::steady_clock::now().time_since_epoch())
                  .count())};
}

std::string WallText(const RecordTime& time) {
  using std::chrono::floor;
  const std::chrono::sys_time<std::chrono::microseconds> instant{
      std::chrono::microseconds(time.wall_us)};
  const auto day = floor<std::chrono::days>(instant);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(instant - day);
  std::array<char, 64> text{};
  const int length = std::snprintf(
      text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%06dZ",
      static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
      static_cast<unsigned>(date.day()),
      static_cast<int>(clock.hours().count()),
      static_cast<int>(clock.minutes().count()),
      static_cast<int>(clock.seconds().count()),
      static_cast<int>(clock.subseconds().count()));
  return {text.data(), static_cast<std::size_t>(length)};
}

std::string TimeMembers(const RecordTime& time) {
  return "\"time\":\"" + WallText(time) +
         "\",\"mono_ns\":" + std::to_string(time.monotonic_ns);
}

}  // namespace answerbox::daemon
