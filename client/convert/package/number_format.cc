#include "client/convert/package/number_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "engine/text/ascii.h"

namespace answerbox::client::package {
namespace {

// The date formats that Excel fits to where one lives. A day and a month that
// change places would be another date, so these are written as ISO 8601 does.
constexpr std::string_view kDate = "yyyy\\-mm\\-dd";
constexpr std::string_view kDateTime = "yyyy\\-mm\\-dd hh:mm";

// A format in pieces: "literal" words, and runs of one letter or sign.
struct Token {
  std::string text;
  bool is_literal;
};

std::vector<Token> Tokens(std::string_view format) {
  std::vector<Token> tokens;
  const auto literal = [&tokens](std::string_view text) {
    if (!text.empty()) tokens.push_back({std::string(text), true});
  };
  for (std::size_t i = 0; i < format.size();) {
    const char c = format[i];
    if (c == '"') {
      const std::size_t end = std::min(format.find('"', i + 1), format.size());
      literal(format.substr(i + 1, end - i - 1));
      i = end + 1;
    } else if (c == '\\') {
      literal(format.substr(i + 1, 1));
      i += 2;
    } else if (c == '_' || c == '*') {
      if (c == '_') literal(" ");
      i += 2;  // As wide as the next sign, or filled with it.
    } else if (c == '[') {
      // "[$€-407]" is a currency, "[h]" hours past 24; the rest are colours
      // and conditions.
      const std::size_t end = std::min(format.find(']', i), format.size());
      std::string_view inside = format.substr(i + 1, end - i - 1);
      if (inside.starts_with('$')) {
        literal(
            inside.substr(1, std::min(inside.find('-'), inside.size()) - 1));
      } else if (inside.size() <= 2 &&
                 inside.find_first_not_of("hms") == std::string_view::npos) {
        tokens.push_back({std::string(inside), false});
      }
      i = end + 1;
    } else {
      std::size_t end = i + 1;
      const char lower = engine::ToLowerAscii(c);
      while (end < format.size() &&
             engine::ToLowerAscii(format[end]) == lower) {
        ++end;
      }
      std::string text(format.substr(i, end - i));
      for (char& letter : text) letter = engine::ToLowerAscii(letter);
      tokens.push_back({std::move(text), false});
      i = end;
    }
  }
  return tokens;
}

bool IsDate(const std::vector<Token>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
    return !token.is_literal && engine::IsOneOf(token.text[0], "ydhs");
  });
}

// A format has sections for numbers above, below and at zero.
std::string_view SectionFor(std::string_view format, double value,
                            bool& is_signed) {
  std::vector<std::string_view> sections;
  bool is_quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= format.size(); ++i) {
    if (i < format.size() && format[i] == '"') is_quoted = !is_quoted;
    if (i < format.size() && (format[i] != ';' || is_quoted)) continue;
    sections.push_back(format.substr(begin, i - begin));
    begin = i + 1;
  }
  is_signed = value < 0;
  if (value < 0 && sections.size() > 1) {
    is_signed = false;
    return sections[1];
  }
  if (value == 0 && sections.size() > 2) return sections[2];
  return sections[0];
}

struct Moment {
  int year, month, day, weekday, hour, minute, second;
};

// Days are counted from 1899-12-30, as Excel takes 1900 for a leap year.
// The calendar is Howard Hinnant's "civil_from_days".
Moment MomentOf(double serial, bool counts_from_1904) {
  constexpr std::int64_t kDaysTo1970 = 25'569;
  constexpr std::int64_t kDaysTo1904 = 1'462;
  constexpr std::int64_t kSecondsADay = 86'400;
  const std::int64_t seconds = std::llround(serial * kSecondsADay);
  const std::int64_t days =
      seconds / kSecondsADay + (counts_from_1904 ? kDaysTo1904 : 0);
  const auto rest = static_cast<int>(seconds % kSecondsADay);
  const std::int64_t z = days - kDaysTo1970 + 719'468;
  const std::int64_t era = z / 146'097;
  const std::int64_t doe = z - era * 146'097;
  const std::int64_t yoe =
      (doe - doe / 1460 + doe / 36'524 - doe / 146'096) / 365;
  const std::int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  const std::int64_t mp = (5 * doy + 2) / 153;
  const auto month = static_cast<int>(mp < 10 ? mp + 3 : mp - 9);
  return {.year = static_cast<int>(yoe + era * 400 + (month <= 2 ? 1 : 0)),
          .month = month,
          .day = static_cast<int>(doy - (153 * mp + 2) / 5 + 1),
          .weekday = static_cast<int>((days + 6) % 7),
          .hour = rest / 3600,
          .minute = rest / 60 % 60,
          .second = rest % 60};
}

constexpr std::array<std::string_view, 12> kMonths = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};
constexpr std::array<std::string_view, 7> kDays = {
    "Sunday",   "Monday", "Tuesday", "Wednesday",
    "Thursday", "Friday", "Saturday"};

std::string Padded(int number, std::size_t width) {
  std::string text = std::to_string(number);
  if (text.size() < width) text.insert(0, width - text.size(), '0');
  return text;
}

std::string Named(std::string_view name, std::size_t letters) {
  return std::string(letters == 3 ? name.substr(0, 3) : name);
}

// "m" is minutes after hours and before seconds, else the month.
bool IsMinutes(const std::vector<Token>& tokens, std::size_t at) {
  for (std::size_t i = at; i-- > 0;) {
    if (tokens[i].is_literal || !engine::IsOneOf(tokens[i].text[0], "ymdhs")) {
      continue;
    }
    if (tokens[i].text[0] == 'h') return true;
    break;
  }
  for (std::size_t i = at + 1; i < tokens.size(); ++i) {
    if (tokens[i].is_literal || !engine::IsOneOf(tokens[i].text[0], "ymdhs")) {
      continue;
    }
    return tokens[i].text[0] == 's';
  }
  return false;
}

std::string FormatDate(double serial, const std::vector<Token>& tokens,
                       bool counts_from_1904) {
  const Moment moment = MomentOf(serial, counts_from_1904);
  // "am/pm" comes in pieces: "a", "m", "/", "p", "m".
  const auto is_half = [&tokens](std::size_t i) {
    return i + 2 < tokens.size() && tokens[i].text == "a" &&
           !tokens[i].is_literal;
  };
  bool has_halves = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) has_halves |= is_half(i);
  std::string out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const std::size_t width = token.text.size();
    if (is_half(i)) {
      const std::size_t end = tokens[i + 1].text == "m" ? i + 4 : i + 2;
      out += moment.hour < 12 ? "AM" : "PM";
      i = std::min(end, tokens.size() - 1);
      continue;
    }
    if (token.is_literal) {
      out += token.text;
    } else if (token.text[0] == 'y') {
      out += width > 2 ? Padded(moment.year, 4) : Padded(moment.year % 100, 2);
    } else if (token.text[0] == 'd') {
      out += width > 2
                 ? Named(kDays[static_cast<std::size_t>(moment.weekday)], width)
                 : Padded(moment.day, width);
    } else if (token.text[0] == 'm' && IsMinutes(tokens, i)) {
      out += Padded(moment.minute, width);
    } else if (token.text[0] == 'm') {
      out += width > 2
                 ? Named(kMonths[static_cast<std::size_t>(moment.month - 1)],
                         width)
                 : Padded(moment.month, width);
    } else if (token.text[0] == 'h') {
      out +=
          Padded(has_halves ? (moment.hour + 11) % 12 + 1 : moment.hour, width);
    } else if (token.text[0] == 's') {
      out += Padded(moment.second, width);
    } else if (token.text[0] == '.') {
      while (i + 1 < tokens.size() && tokens[i + 1].text[0] == '0') ++i;
    } else {
      out += token.text;
    }
  }
  return out;
}

std::string Printed(double value, int decimals) {
  constexpr std::size_t kBytes = 400;  // The largest double has 309 digits.
  std::array<char, kBytes> bytes{};
  const int count =
      std::snprintf(bytes.data(), bytes.size(), "%.*f", decimals, value);
  return {bytes.data(), std::min(static_cast<std::size_t>(std::max(count, 0)),
                                 bytes.size() - 1)};
}

// As wide as a cell is: 20.100000000000001 is how 20.1 is stored.
std::string General(double value) {
  std::array<char, 32> bytes{};
  const int count = std::snprintf(bytes.data(), bytes.size(), "%.12g", value);
  return {bytes.data(), static_cast<std::size_t>(std::max(count, 0))};
}

// The digits of a format: how many stand where.
struct Digits {
  int least_whole = 0;
  int least_decimals = 0;
  int most_decimals = 0;
  bool has_thousands = false;
  bool is_percent = false;
  int scales = 0;  // By so many thousands.
};

std::string WithDigits(double value, const Digits& digits) {
  if (digits.is_percent) value *= 100;
  for (int i = 0; i < digits.scales; ++i) value /= 1000;
  std::string text = Printed(value, digits.most_decimals);
  std::size_t point = text.find('.');
  if (point != std::string::npos) {
    const std::size_t least =
        point + 1 + static_cast<std::size_t>(digits.least_decimals);
    while (text.size() > least && text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  point = std::min(text.find('.'), text.size());
  while (point < static_cast<std::size_t>(digits.least_whole)) {
    text.insert(0, 1, '0');
    ++point;
  }
  if (digits.least_whole == 0 && text.starts_with("0.")) text.erase(0, 1);
  if (digits.has_thousands) {
    for (std::size_t i = point; i > 3; i -= 3) text.insert(i - 3, 1, ',');
  }
  return text;
}

std::string FormatPlain(double value, const std::vector<Token>& tokens) {
  constexpr int kMaxDigits = 30;
  Digits digits;
  std::string before;
  std::string after;
  bool has_digits = false;
  bool has_point = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const auto width =
        static_cast<int>(std::min<std::size_t>(token.text.size(), kMaxDigits));
    if (token.is_literal) {
      (has_digits ? after : before) += token.text;
      continue;
    }
    switch (token.text[0]) {
      case '0':
      case '#':
        has_digits = true;
        if (has_point) {
          digits.most_decimals =
              std::min(digits.most_decimals + width, kMaxDigits);
          if (token.text[0] == '0') digits.least_decimals += width;
        } else if (token.text[0] == '0') {
          digits.least_whole = std::min(digits.least_whole + width, kMaxDigits);
        }
        break;
      case '.':
        has_point = true;
        break;
      case ',': {
        // Between digits it parts thousands, after them it scales.
        const bool is_between = i + 1 < tokens.size() &&
                                !tokens[i + 1].is_literal &&
                                engine::IsOneOf(tokens[i + 1].text[0], "0#");
        (is_between ? digits.has_thousands = true
                    : (digits.scales += has_digits ? width : 0) > 0);
        break;
      }
      case '%':
        digits.is_percent = true;
        (has_digits ? after : before) += '%';
        break;
      case '?':
      case 'e':
      case '@':
      case 'g':
        return General(value);  // Fractions, powers, text, "General".
      default:
        (has_digits ? after : before) += token.text;
    }
  }
  digits.least_decimals = std::min(digits.least_decimals, digits.most_decimals);
  return before + (has_digits ? WithDigits(value, digits) : "") + after;
}

}  // namespace

std::string_view BuiltInFormat(int id) {
  switch (id) {
    case 1:
      return "0";
    case 2:
      return "0.00";
    case 3:
    case 37:
    case 38:
      return "#,##0";
    case 4:
    case 39:
    case 40:
      return "#,##0.00";
    case 9:
      return "0%";
    case 10:
      return "0.00%";
    case 14:
    case 15:
    case 16:
    case 17:
      return kDate;
    case 18:
    case 19:
    case 20:
      return "hh:mm";
    case 21:
    case 45:
    case 46:
    case 47:
      return "hh:mm:ss";
    case 22:
      return kDateTime;
    default:
      return "";
  }
}

std::string FormatNumber(std::string_view value, std::string_view format,
                         bool counts_from_1904) {
  double number = 0;
  const auto [end, error] =
      std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() ||
      !std::isfinite(number)) {
    return std::string(value);
  }
  const bool is_whole =
      value.find_first_not_of("-0123456789") == std::string_view::npos;
  if (format.empty() || format == "General" || format == "@") {
    return is_whole ? std::string(value) : General(number);
  }
  bool is_signed = false;
  const std::vector<Token> tokens =
      Tokens(SectionFor(format, number, is_signed));
  if (IsDate(tokens)) {
    constexpr double kMaxSerial = 2'958'466;  // The year 10000.
    if (number < 0 || number >= kMaxSerial) return std::string(value);
    return FormatDate(number, tokens, counts_from_1904);
  }
  return (is_signed ? "-" : "") + FormatPlain(std::fabs(number), tokens);
}

}  // namespace answerbox::client::package
