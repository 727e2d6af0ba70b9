#include <algorithm>
#include <cstddef>

#include "engine/grounding/quantities/number_forms.h"
#include "engine/text/character_class.h"

namespace answerbox::engine {
namespace {

std::uint32_t PlainEnd(std::string_view text, std::uint32_t position) {
  while (position < text.size() && Is(text[position], kDigitByte)) ++position;
  return position;
}

bool AreThreeDigits(std::string_view text, std::uint32_t begin) {
  return PlainEnd(text, begin) == begin + 3;
}

// The bytes of a blank at `position`, 0 if there is none.
std::uint32_t BlankBytes(std::string_view text, std::size_t position) {
  const std::string_view rest = text.substr(std::min(position, text.size()));
  if (!rest.empty() && Is(rest[0], kSpaceByte)) return 1;
  for (const std::string_view blank : {"\u00A0", "\u2009", "\u202F"}) {
    if (rest.starts_with(blank))
      return static_cast<std::uint32_t>(blank.size());
  }
  return 0;
}

// The bytes of a blank at the end of `text`, 0 if there is none. Typographers
// set thin and unbreakable blanks between thousands and before units, so these
// are blanks too.
std::uint32_t LastBlankBytes(std::string_view text) {
  if (text.empty()) return 0;
  if (Is(text.back(), kSpaceByte)) return 1;
  if (text.ends_with("\u00A0")) return 2;
  return text.ends_with("\u2009") || text.ends_with("\u202F") ? 3 : 0;
}

// The decimal point of British clinical texts.
constexpr std::string_view kMiddleDot = "\u00B7";

// The bytes of a decimal point other than a comma.
std::uint32_t PointBytes(std::string_view text, std::size_t position) {
  const std::string_view rest = text.substr(std::min(position, text.size()));
  if (rest.starts_with('.')) return 1;
  return rest.starts_with(kMiddleDot) ? 2 : 0;
}

// A number in digits: its whole part, then its point and decimals.
struct DigitsPlace {
  std::uint32_t whole_end = 0;
  std::uint32_t end = 0;
};

// "1,000,000"; nothing if no group of three follows the comma.
std::uint32_t CommaGroupsEnd(std::string_view text, std::uint32_t end) {
  while (end < text.size() && text[end] == ',' &&
         AreThreeDigits(text, end + 1)) {
    end += 4;
  }
  return end;
}

// "of 12", but not "B12".
bool EndsWithNumber(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && Is(text[begin - 1], kDigitByte)) --begin;
  const bool is_of_word = begin > 0 && Is(text[begin - 1], kLetterByte);
  return begin < text.size() && !is_of_word;
}

// "1 000 000". Digits after a word ("doxycycline2 100 mg"), a clock time or a
// fraction, and telephone numbers have no groups.
std::uint32_t BlankGroupsEnd(std::string_view text, std::uint32_t begin,
                             std::uint32_t end) {
  const std::string_view before = text.substr(0, begin);
  const bool is_range = before.ends_with('-') || before.ends_with("\u2013") ||
                        before.ends_with("\u2212");
  if ((!MayPrecedeNumber(before) && !is_range) || before.ends_with(':')) {
    return end;
  }
  const std::uint32_t blank_before = LastBlankBytes(before);
  if (blank_before > 0 &&
      EndsWithNumber(before.substr(0, begin - blank_before))) {
    return end;
  }
  std::uint32_t groups_end = end;
  for (;;) {
    const std::uint32_t blank = BlankBytes(text, groups_end);
    if (blank == 0 || text[groups_end] == '\n') return groups_end;
    const std::uint32_t group = groups_end + blank;
    if (group >= text.size() || !Is(text[group], kDigitByte)) {
      return groups_end;
    }
    if (!AreThreeDigits(text, group)) return end;
    groups_end = group + 3;
  }
}

// Whether the comma at `position` is a decimal one: "0,5". Neither "1,000" nor
// the list "1,2,3".
bool IsDecimalComma(std::string_view text, std::uint32_t begin,
                    std::uint32_t position) {
  const std::uint32_t first = position + 1;
  if (position >= text.size() || text[position] != ',') return false;
  const std::uint32_t end = PlainEnd(text, first);
  const std::uint32_t decimals = end - first;
  const std::uint32_t digits = position - begin;
  const bool is_thousand = decimals == 3 && digits > 0 && text[begin] != '0';
  // "12,2020" is a day and a year.
  const bool is_year = decimals == 4 && digits > 0 && text[begin] != '0' &&
                       (text[first] == '1' || text[first] == '2');
  if (decimals == 0 || is_thousand || is_year || (digits > 3 && decimals > 2)) {
    return false;
  }
  const bool goes_on = end + 1 < text.size() && text[end] == ',' &&
                       Is(text[end + 1], kDigitByte);
  const bool is_later =
      begin > 1 && text[begin - 1] == ',' && Is(text[begin - 2], kDigitByte);
  return !goes_on && !is_later;
}

// The number in digits that begins at `begin`, at a digit or at a point before
// one. A leading zero has no groups: "0,125" is an eighth, and "0 500" is two
// numbers.
DigitsPlace FindDigits(std::string_view text, std::uint32_t begin) {
  DigitsPlace place;
  const std::uint32_t end = PlainEnd(text, begin);
  place.whole_end = end;
  const bool is_zero = text[begin] == '0' && end - begin == 1;
  if (end > begin && end - begin <= 3 && !is_zero) {
    place.whole_end = CommaGroupsEnd(text, end);
    if (place.whole_end == end) {
      place.whole_end = BlankGroupsEnd(text, begin, end);
    }
  }
  place.end = place.whole_end;
  std::uint32_t point = PointBytes(text, place.whole_end);
  if (point == 0 && place.whole_end == end &&
      IsDecimalComma(text, begin, end)) {
    point = 1;
  }
  const std::uint32_t decimals = place.whole_end + point;
  if (point > 0 && decimals < text.size() && Is(text[decimals], kDigitByte)) {
    place.end = PlainEnd(text, decimals);
  }
  return place;
}

// Whether a number begins with a point or comma: ".5 mg". Doses are written so
// although guidelines forbid it, since ".5 mg" is misread as 5 mg. A sentence's
// last point and a file's ending have no blank before them.
bool BeginsWithPoint(std::string_view text, std::uint32_t begin) {
  const char first = text[begin];
  if (first != '.' && first != ',' && first != kMiddleDot[0]) return false;
  std::uint32_t point = PointBytes(text, begin);
  const bool is_middle_dot = point == kMiddleDot.size();
  if (point == 0 && IsDecimalComma(text, begin, begin)) point = 1;
  const std::size_t digit = begin + point;
  if (point == 0 || digit >= text.size() || !Is(text[digit], kDigitByte)) {
    return false;
  }
  const std::string_view before = text.substr(0, begin);
  // At the begin of a line a middle dot is a bullet.
  const bool begins_line = before.empty() || before.back() == '\n';
  return MayPrecedeNumber(before) && !(is_middle_dot && begins_line);
}

}  // namespace

bool MayPrecedeNumber(std::string_view before) noexcept {
  constexpr std::string_view kMarks = "([{<>=~|:$\"";
  return before.empty() || LastBlankBytes(before) > 0 ||
         kMarks.find(before.back()) != std::string_view::npos ||
         before.ends_with("\u2264") || before.ends_with("\u2265") ||
         before.ends_with("\u00A3") || before.ends_with("\u20AC");
}

bool BeginsWithDigits(std::string_view text, std::uint32_t begin) noexcept {
  return Is(text[begin], kDigitByte) || BeginsWithPoint(text, begin);
}

std::uint32_t DigitsEnd(std::string_view text, std::uint32_t begin) noexcept {
  return FindDigits(text, begin).end;
}

// Digits past kMaxDigits would lose their last ones in a ratio; such numbers
// are identifiers.
std::optional<Digits> ReadDigits(std::string_view text,
                                 std::uint32_t begin) noexcept {
  const DigitsPlace place = FindDigits(text, begin);
  std::int64_t value = 0;
  std::int64_t scale = 1;
  std::uint32_t count = 0;
  for (std::uint32_t i = begin; i < place.end; ++i) {
    if (!Is(text[i], kDigitByte)) continue;
    if (++count > kMaxDigits) return std::nullopt;
    value = 10 * value + (text[i] - '0');
    if (i >= place.whole_end) scale *= 10;
  }
  const auto ratio = MakeRatio(value, scale);
  if (!ratio) return std::nullopt;
  const bool is_plain = count == place.end - begin;
  return Digits{*ratio, static_cast<std::uint8_t>(is_plain ? count : 0)};
}

}  // namespace answerbox::engine
