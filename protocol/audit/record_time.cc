#include "protocol/audit/record_time.h"

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace answerbox::protocol {
namespace {

constexpr std::string_view kForm = "0000-00-00T00:00:00.000000Z";

}  // namespace

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

bool IsWallText(std::string_view text) noexcept {
  return text.size() == kForm.size() &&
         std::ranges::equal(text, kForm, [](char character, char form) {
           return form == '0' ? character >= '0' && character <= '9'
                              : character == form;
         });
}

std::string WallText(const RecordTime& time) {
  using std::chrono::floor;
  const std::chrono::sys_time<std::chrono::microseconds> instant{
      std::chrono::microseconds(time.wall_us)};
  const auto day = floor<std::chrono::days>(instant);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(instant - day);
  std::string text(kForm);
  const auto write = [&text](std::size_t end, auto value) {
    for (auto rest = static_cast<unsigned>(value); rest != 0; rest /= 10) {
      text[--end] = static_cast<char>('0' + rest % 10);
    }
  };
  write(4, std::clamp(static_cast<int>(date.year()), 0, 9999));
  write(7, static_cast<unsigned>(date.month()));
  write(10, static_cast<unsigned>(date.day()));
  write(13, clock.hours().count());
  write(16, clock.minutes().count());
  write(19, clock.seconds().count());
  write(26, clock.subseconds().count());
  return text;
}

std::optional<std::string> ReadMoment(std::string_view text) {
  constexpr std::size_t kDayLength = 10;
  constexpr std::size_t kSecondLength = 19;
  if (text.size() > kDayLength) {
    if (text.size() <= kSecondLength || !text.ends_with('Z')) return {};
    text.remove_suffix(1);
    // A point without decimals is no moment.
    if (text.size() == kSecondLength + 1) return {};
  }
  std::string whole(text);
  whole += kForm.substr(std::min(text.size(), kForm.size()));
  if (text.size() < kDayLength || !IsWallText(whole)) return {};
  const auto number = [&whole](std::size_t at, std::size_t digits) {
    unsigned value = 0;
    for (std::size_t i = at; i < at + digits; ++i) {
      value = value * 10 + static_cast<unsigned>(whole[i] - '0');
    }
    return value;
  };
  const std::chrono::year_month_day day{
      std::chrono::year(static_cast<int>(number(0, 4))),
      std::chrono::month(number(5, 2)), std::chrono::day(number(8, 2))};
  const bool is_there = (text.size() == kDayLength ||
                         (text.size() >= kSecondLength && number(11, 2) < 24 &&
                          number(14, 2) < 60 && number(17, 2) < 60)) &&
                        day.ok();
  if (!is_there) return {};
  return std::string(text);
}

std::string TimeMembers(const RecordTime& time) {
  return "\"time\":\"" + WallText(time) +
         "\",\"mono_ns\":" + std::to_string(time.monotonic_ns);
}

}  // namespace answerbox::protocol
