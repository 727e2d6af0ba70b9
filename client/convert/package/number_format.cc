#include "client/convert/package/number_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/text/ascii.h"
#include "engine/text/whole_number.h"

namespace answerbox::client::package {
namespace {

// The date formats that depend on the user's country in Excel. Exchanging day
// and month would give another date, so these are written as in ISO 8601.
constexpr std::string_view kDate = "yyyy\\-mm\\-dd";
constexpr std::string_view kDateTime = "yyyy\\-mm\\-dd hh:mm";

// A piece of a format: "literal" words, or a run of one letter or sign.
struct Token {
  std::string text;
  bool is_literal;
};

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view format) : rest_(format) {}

  std::vector<Token> Take() {
    while (!rest_.empty()) Step();
    return std::move(tokens_);
  }

 private:
  void Step();
  void Bracket(std::string_view inside);
  void Run();
  void Literal(std::string_view text) {
    if (!text.empty()) tokens_.push_back({std::string(text), true});
  }
  // Takes the text up to `end`, without its first character.
  std::string_view UpTo(char end) {
    const std::size_t size = std::min(rest_.find(end, 1), rest_.size());
    const std::string_view inside = rest_.substr(1, size - 1);
    rest_.remove_prefix(std::min(size + 1, rest_.size()));
    return inside;
  }

  std::string_view rest_;
  std::vector<Token> tokens_;
};

void Tokenizer::Step() {
  const char c = rest_.front();
  if (c == '"') return Literal(UpTo('"'));
  if (c == '[') return Bracket(UpTo(']'));
  if (c != '\\' && c != '_' && c != '*') return Run();
  // "_" is as wide as the next sign; "*" fills the cell with it.
  if (c == '\\') Literal(rest_.substr(1, 1));
  if (c == '_') Literal(" ");
  rest_.remove_prefix(std::min<std::size_t>(2, rest_.size()));
}

// "[$€-407]" is a currency, "[h]" means hours past 24; other brackets are
// colours and conditions.
void Tokenizer::Bracket(std::string_view inside) {
  if (inside.starts_with('$')) {
    Literal(inside.substr(1, std::min(inside.find('-'), inside.size()) - 1));
  } else if (inside.size() <= 2 && engine::HasOnly(inside, "hms")) {
    tokens_.push_back({std::string(inside), false});
  }
}

void Tokenizer::Run() {
  std::string text;
  const char first = engine::ToLowerAscii(rest_.front());
  while (!rest_.empty() && engine::ToLowerAscii(rest_.front()) == first) {
    text += first;
    rest_.remove_prefix(1);
  }
  tokens_.push_back({std::move(text), false});
}

bool IsDate(const std::vector<Token>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
    return !token.is_literal && engine::IsOneOf(token.text[0], "ydhs");
  });
}

// Returns the section for a value: formats have sections for numbers above,
// below and at zero.
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

// Days are counted from 1899-12-30, as Excel treats 1900 as a leap year. The
// calendar is Howard Hinnant's "civil_from_days".
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

// "m" means minutes after hours and before seconds, and otherwise the month.
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

// Writes a date or time by the tokens of its format.
class DateFormat {
 public:
  DateFormat(const Moment& moment, const std::vector<Token>& tokens)
      : moment_(moment), tokens_(tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i) has_halves_ |= IsHalf(i);
  }

  std::string Take() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (IsHalf(i)) {
        const std::size_t end = tokens_[i + 1].text == "m" ? i + 4 : i + 2;
        out_ += moment_.hour < 12 ? "AM" : "PM";
        i = std::min(end, tokens_.size() - 1);
      } else if (IsFraction(i)) {
        while (i + 1 < tokens_.size() && tokens_[i + 1].text[0] == '0') ++i;
      } else {
        out_ += tokens_[i].is_literal ? tokens_[i].text : PartAt(i);
      }
    }
    return std::move(out_);
  }

 private:
  // "am/pm" comes in tokens: "a", "m", "/", "p", "m".
  [[nodiscard]] bool IsHalf(std::size_t i) const {
    return i + 2 < tokens_.size() && tokens_[i].text == "a" &&
           !tokens_[i].is_literal;
  }
  // Whether a fraction of a second follows.
  [[nodiscard]] bool IsFraction(std::size_t i) const {
    return !tokens_[i].is_literal && tokens_[i].text[0] == '.';
  }
  [[nodiscard]] std::string PartAt(std::size_t i) const;

  const Moment& moment_;
  const std::vector<Token>& tokens_;
  bool has_halves_ = false;
  std::string out_;
};

std::string DateFormat::PartAt(std::size_t i) const {
  const std::size_t width = tokens_[i].text.size();
  const auto named = [width](std::string_view name, int number) {
    return width > 2 ? Named(name, width) : Padded(number, width);
  };
  switch (tokens_[i].text[0]) {
    case 'y':
      return width > 2 ? Padded(moment_.year, 4)
                       : Padded(moment_.year % 100, 2);
    case 'd':
      return named(kDays[static_cast<std::size_t>(moment_.weekday)],
                   moment_.day);
    case 'm':
      if (IsMinutes(tokens_, i)) return Padded(moment_.minute, width);
      return named(kMonths[static_cast<std::size_t>(moment_.month - 1)],
                   moment_.month);
    case 'h':
      return Padded(has_halves_ ? (moment_.hour + 11) % 12 + 1 : moment_.hour,
                    width);
    case 's':
      return Padded(moment_.second, width);
    default:
      return tokens_[i].text;
  }
}

std::string Printed(double value, int decimals) {
  constexpr std::size_t kBytes = 400;  // The largest double has 309 digits.
  std::array<char, kBytes> bytes{};
  const int count =
      std::snprintf(bytes.data(), bytes.size(), "%.*f", decimals, value);
  return {bytes.data(), std::min(static_cast<std::size_t>(std::max(count, 0)),
                                 bytes.size() - 1)};
}

// Rounds to the precision that cells show: 20.1 is stored as
// 20.100000000000001.
std::string General(double value) {
  std::array<char, 32> bytes{};
  const int count = std::snprintf(bytes.data(), bytes.size(), "%.12g", value);
  return {bytes.data(), static_cast<std::size_t>(std::max(count, 0))};
}

// The number of digits that a format asks for, and its scale.
struct Digits {
  int least_whole = 0;
  int least_decimals = 0;
  int most_decimals = 0;
  bool has_thousands = false;
  bool is_percent = false;
  int scales = 0;  // Divisions by a thousand.
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

// Writes a number in a format without dates.
class PlainFormat {
 public:
  explicit PlainFormat(const std::vector<Token>& tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].is_literal) {
        Beside() += tokens[i].text;
      } else {
        Read(tokens, i);
      }
    }
    digits_.least_decimals =
        std::min(digits_.least_decimals, digits_.most_decimals);
  }

  [[nodiscard]] std::string Write(double value) const {
    if (is_general_) return General(value);
    return before_ + (has_digits_ ? WithDigits(value, digits_) : "") + after_;
  }

 private:
  static constexpr int kMaxDigits = 30;

  void Read(const std::vector<Token>& tokens, std::size_t i);
  void ReadDigits(bool is_needed, int width);
  std::string& Beside() { return has_digits_ ? after_ : before_; }

  Digits digits_;
  std::string before_;
  std::string after_;
  bool has_digits_ = false;
  bool has_point_ = false;
  bool is_general_ = false;
};

void PlainFormat::ReadDigits(bool is_needed, int width) {
  has_digits_ = true;
  if (has_point_) {
    digits_.most_decimals = std::min(digits_.most_decimals + width, kMaxDigits);
    if (is_needed) digits_.least_decimals += width;
  } else if (is_needed) {
    digits_.least_whole = std::min(digits_.least_whole + width, kMaxDigits);
  }
}

void PlainFormat::Read(const std::vector<Token>& tokens, std::size_t i) {
  const std::string& text = tokens[i].text;
  const auto width =
      static_cast<int>(std::min<std::size_t>(text.size(), kMaxDigits));
  switch (text[0]) {
    case '0':
    case '#':
      return ReadDigits(text[0] == '0', width);
    case '.':
      has_point_ = true;
      return;
    case ',': {
      // Between digits it separates thousands, after them it scales.
      const bool is_between = i + 1 < tokens.size() &&
                              !tokens[i + 1].is_literal &&
                              engine::IsOneOf(tokens[i + 1].text[0], "0#");
      digits_.has_thousands |= is_between;
      if (!is_between && has_digits_) digits_.scales += width;
      return;
    }
    case '%':
      digits_.is_percent = true;
      Beside() += '%';
      return;
    case '?':
    case 'e':
    case '@':
    case 'g':
      is_general_ = true;  // Fractions, powers, text, "General".
      return;
    default:
      Beside() += text;
  }
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
  const auto read = engine::WholeNumber<double>(value);
  if (!read || !std::isfinite(*read)) return std::string(value);
  const double number = *read;
  const bool is_whole =
      value.find_first_not_of("-0123456789") == std::string_view::npos;
  if (format.empty() || format == "General" || format == "@") {
    return is_whole ? std::string(value) : General(number);
  }
  bool is_signed = false;
  const std::vector<Token> tokens =
      Tokenizer(SectionFor(format, number, is_signed)).Take();
  if (IsDate(tokens)) {
    constexpr double kMaxSerial = 2'958'466;  // The year 10000.
    if (number < 0 || number >= kMaxSerial) return std::string(value);
    return DateFormat(MomentOf(number, counts_from_1904), tokens).Take();
  }
  return (is_signed ? "-" : "") + PlainFormat(tokens).Write(std::fabs(number));
}

}  // namespace answerbox::client::package
