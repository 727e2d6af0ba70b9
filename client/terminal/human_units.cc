#include "client/terminal/human_units.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace answerbox::client {
namespace {

// Chooses the prefix that leaves one to three digits before the point, from
// whole millionths.
std::string ThreeFigures(double millionths, const char* unit) {
  constexpr std::array<const char*, 5> kPrefixes = {"u", "m", "", "k", "M"};
  std::size_t prefix = 0;
  // A value that rounds to 1000 is 1 of the next unit.
  while (std::abs(millionths) >= 999.5 && prefix + 1 < kPrefixes.size()) {
    millionths /= 1000;
    ++prefix;
  }
  const double size = std::abs(millionths);
  int decimals = 0;
  if (prefix > 0 && size < 99.95) decimals = size < 9.995 ? 2 : 1;
  const bool is_zero = size < 0.5 && prefix == 0;
  char text[48];
  std::snprintf(text, sizeof text, "%.*f %s%s", decimals,
                is_zero ? 0.0 : millionths, is_zero ? "" : kPrefixes[prefix],
                unit);
  return text;
}

}  // namespace

// Not by std::locale, which would group by the user's language: scripts read
// these numbers.
std::string Grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string HumanBytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits = {"B", "kB", "MB", "GB", "TB"};
  if (bytes < 1000) return std::to_string(bytes) + " B";
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  // 999,950 is "1.0 MB", not "1000.0 kB".
  while (value >= 999.95 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %s", value, kUnits[unit]);
  return text;
}

std::string TwoDecimals(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", number);
  return text;
}

// Two units at most: hours need no seconds.
std::string HumanDuration(std::chrono::milliseconds duration) {
  const auto ms = duration.count();
  char text[48];
  if (ms < 10'000) {
    std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(ms) / 1000);
    return text;
  }
  const long long s = (ms + 500) / 1000;
  if (s < 60) return std::to_string(s) + " s";
  if (s < 3600) {
    std::snprintf(text, sizeof text, "%lld min %lld s", s / 60, s % 60);
  } else if (s < 86'400) {
    std::snprintf(text, sizeof text, "%lld h %lld min", s / 3600,
                  s % 3600 / 60);
  } else {
    std::snprintf(text, sizeof text, "%lld d %lld h", s / 86'400,
                  s % 86'400 / 3600);
  }
  return text;
}

// A duration of 0 counts as a millisecond.
std::string HumanRate(std::uint64_t bytes, std::chrono::milliseconds duration) {
  const auto ms =
      static_cast<std::uint64_t>(duration.count() > 0 ? duration.count() : 1);
  return HumanBytes(bytes * 1000 / ms) + "/s";
}

std::string HumanEnergy(double microjoules) {
  return ThreeFigures(microjoules, "J");
}

std::string HumanPower(double microwatts) {
  return ThreeFigures(microwatts, "W");
}

std::string Joined(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

std::string Counted(std::uint64_t number, std::string_view noun) {
  return Grouped(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

}  // namespace answerbox::client
