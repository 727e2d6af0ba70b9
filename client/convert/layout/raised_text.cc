#include "client/convert/layout/raised_text.h"

#include <algorithm>
#include <array>

#include "client/convert/layout/characters.h"
#include "client/convert/layout/cursor.h"

namespace answerbox::client::layout {
namespace {

bool IsDigit(char32_t c) { return c >= U'0' && c <= U'9'; }

// Whether the text ends in a unit that is squared or cubed: "m", "kg/m".
bool EndsInLength(std::string_view text) {
  constexpr std::array<std::string_view, 7> kUnits = {"m",  "cm", "mm", "km",
                                                      "dm", "ft", "in"};
  constexpr std::size_t kLongestUnit = 2;
  std::size_t letters = 0;
  std::string_view rest = text;
  while (letters <= kLongestUnit && !rest.empty() &&
         IsLetter(LastCharacter(rest))) {
    rest = WithoutLastCharacter(rest);
    ++letters;
  }
  // "in" is a unit after a number alone.
  const std::string_view unit = text.substr(rest.size());
  if (std::ranges::find(kUnits, unit) == kUnits.end()) return false;
  const std::string_view number = Trim(rest);
  return rest.ends_with('/') ||
         (!number.empty() && IsDigit(LastCharacter(number)));
}

// "12", "-3", "−3".
std::string Superscript(std::string_view exponent) {
  constexpr std::array<std::string_view, 10> kDigits = {
      "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  Cursor cursor(exponent);
  std::string text;
  if (cursor.TakeAnyOf(U"-–−")) text = "⁻";
  while (IsDigit(cursor.next())) {
    text += kDigits[static_cast<std::size_t>(cursor.next() - U'0')];
    cursor.TakeDigits(1);
  }
  return cursor.at_end() ? text : std::string(exponent);
}

// Numbers of one to three digits with commas between them, each in brackets;
// empty for other text.
std::string ReferenceMarks(std::string_view raised) {
  Cursor cursor(raised);
  std::string marks;
  do {
    cursor.TakeSpaces();
    const std::size_t begin = cursor.offset();
    if (cursor.TakeDigits(3) == 0) return {};
    marks += '[';
    marks += raised.substr(begin, cursor.offset() - begin);
    marks += ']';
  } while (cursor.Take(U','));
  return cursor.at_end() ? marks : std::string();
}

}  // namespace

std::string RaisedText(std::string_view before, std::string_view raised) {
  if (before.empty() || raised.empty()) return std::string(raised);
  const char32_t last = LastCharacter(before);
  if (IsDigit(last) || EndsInLength(before)) return Superscript(raised);
  const bool ends_word =
      IsLetter(last) || std::u32string_view(U".,;:!?)]\"”’%").find(last) !=
                            std::u32string_view::npos;
  const std::string marks = ends_word ? ReferenceMarks(raised) : std::string();
  return marks.empty() ? std::string(raised) : marks;
}

}  // namespace answerbox::client::layout
