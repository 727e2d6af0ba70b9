#include <algorithm>
#include <charconv>
#include <ctime>

#include "client/energy/energy.h"

namespace answerbox::client {
namespace {

// Returns the digits of `text` as a number, or nothing if it holds any other
// character.
std::optional<int> Number(std::string_view text) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || last != end || number < 0) return std::nullopt;
  return number;
}

std::optional<std::int64_t> UnitSeconds(char unit) {
  switch (unit) {
    case 'm':
      return 60;
    case 'h':
      return 3'600;
    case 'd':
      return 86'400;
    default:
      return std::nullopt;
  }
}

// Parses a day such as "2026-11-20".
std::optional<std::int64_t> Day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
    return std::nullopt;
  }
  const auto year = Number(text.substr(0, 4));
  const auto month = Number(text.substr(5, 2));
  const auto day = Number(text.substr(8, 2));
  if (!year || !month || !day || *year < 1970 || *month < 1 || *month > 12 ||
      *day < 1 || *day > 31) {
    return std::nullopt;
  }
  std::tm midnight{};
  midnight.tm_year = *year - 1900;
  midnight.tm_mon = *month - 1;
  midnight.tm_mday = *day;
  midnight.tm_isdst = -1;
  const std::time_t time = std::mktime(&midnight);
  // mktime turns the 30th of February into a day of March, so such days are
  // refused.
  if (midnight.tm_mday != *day) return std::nullopt;
  return std::max<std::int64_t>(time, 0);
}

// Returns local midnight. tm_isdst = -1 lets mktime determine daylight saving
// time.
std::int64_t Today(std::int64_t now) {
  const auto time = static_cast<std::time_t>(now);
  std::tm local{};
  if (::localtime_r(&time, &local) == nullptr) return now;
  local.tm_hour = local.tm_min = local.tm_sec = 0;
  local.tm_isdst = -1;
  return std::max<std::int64_t>(std::mktime(&local), 0);
}

}  // namespace

std::optional<std::int64_t> ParseSince(std::string_view text,
                                       std::int64_t now) {
  if (text == "today") return Today(now);
  if (const auto day = Day(text)) return day;
  if (text.empty()) return std::nullopt;
  const auto unit = UnitSeconds(text.back());
  text.remove_suffix(1);
  const auto number = Number(text);
  if (!unit || !number) return std::nullopt;
  return std::max<std::int64_t>(now - *number * *unit, 0);
}

}  // namespace answerbox::client
