#include <algorithm>
#include <array>
#include <cstddef>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/lines.h"

namespace answerbox::client::layout {
namespace {

bool IsDigit(char32_t c) { return c >= U'0' && c <= U'9'; }

// Whether the text ends in a unit that may be squared or cubed: "5 m", "kg/m",
// "height in m". A raised number after "form", or after "in" behind a word, is
// a reference mark.
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
  const std::string_view unit = text.substr(rest.size());
  if (std::ranges::find(kUnits, unit) == kUnits.end()) return false;
  if (unit != "in") return true;
  const std::string_view number = Trim(rest);
  return rest.ends_with('/') ||
         (!number.empty() && IsDigit(LastCharacter(number)));
}

// Whether a raised number after a number is a power. It is the mark of a note
// unless the number is ten or two, or the raised one has a sign, is longer than
// marks are, or is zero, which is a degree. If the page has a note of that
// number, ten and two have powers only after a multiplication sign.
bool HasPower(std::string_view number, std::string_view raised, bool has_note) {
  constexpr std::size_t kLongestMark = 2;
  const std::size_t other = number.find_last_not_of("0123456789.,");
  const std::string_view base = number.substr(other + 1);
  const std::string_view before = Trim(number.substr(0, other + 1));
  const bool is_factor = !before.empty() && std::u32string_view(U"x×·*").find(
                                                LastCharacter(before)) !=
                                                std::u32string_view::npos;
  const bool may_have_power = base == "10" || base == "2";
  return (may_have_power && (is_factor || !has_note)) ||
         raised.size() > kLongestMark || raised.starts_with('0') ||
         raised.find_first_not_of("0123456789") != std::string_view::npos;
}

// Returns "12", "-3" or "−3" in raised digits. Other text, such as "th" of
// "5th", stays unchanged.
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
  // Charges of ions: "2+".
  if (cursor.Take(U'+')) {
    text += "⁺";
  } else if (!text.empty() && cursor.TakeAnyOf(U"-–−")) {
    text += "⁻";
  }
  return cursor.at_end() ? text : std::string(exponent);
}

// Returns numbers of one to three digits, or single letters, with commas
// between them, each in brackets; empty for other text. More than three digits
// are no reference but a raised year or a telephone number.
std::string ReferenceMarks(std::string_view raised) {
  Cursor cursor(raised);
  std::string marks;
  do {
    cursor.TakeSpaces();
    const std::size_t begin = cursor.offset();
    if (cursor.TakeDigits(3) == 0 &&
        !cursor.TakeIf([](char32_t c) { return c >= U'a' && c <= U'z'; })) {
      return {};
    }
    marks += '[';
    marks += raised.substr(begin, cursor.offset() - begin);
    marks += ']';
  } while (cursor.Take(U','));
  return cursor.at_end() ? marks : std::string();
}

constexpr std::string_view kSoftHyphen = "\u00ad";

// Longer words are not looked up, so that a text without blanks is not read
// again for each of its lines.
constexpr std::size_t kLongestWord = 256;

// Returns the word of letters at the end or beginning of a text, in lower case;
// only its last or first part if it is too long.
std::string LastWord(std::string_view text) {
  if (text.size() > kLongestWord)
    text.remove_prefix(text.size() - kLongestWord);
  std::string_view rest = text;
  while (!rest.empty() && IsLetter(LastCharacter(rest))) {
    rest = WithoutLastCharacter(rest);
  }
  return ToLower(text.substr(rest.size()));
}

std::string FirstWord(std::string_view text) {
  text = text.substr(0, kLongestWord);
  Cursor cursor(text);
  cursor.TakeWhile(IsLetter);
  return ToLower(cursor.taken());
}

// Whether a web address continues: it never has a blank, is broken after a
// slash, and has no hyphens added.
bool IsBrokenAddress(std::string_view text, std::string_view line) {
  constexpr std::size_t kLongAddress = 90;
  if (!text.ends_with('/') || !IsWordCharacter(FirstCharacter(line))) {
    return false;
  }
  const std::size_t begin = text.size() - std::min(text.size(), kLongAddress);
  return text.find("http", begin) != std::string_view::npos;
}

// Whether a number begins a compound: "two-man", but not "sixteen", "seventy",
// "fourth" or "nineties".
bool BeginsCompound(std::string_view first, std::string_view second) {
  constexpr std::array<std::string_view, 8> kNumbers = {
      "two", "three", "four", "five", "six", "seven", "eight", "nine"};
  constexpr std::array<std::string_view, 10> kEndings = {
      "teen", "teenth", "een", "eenth", "ty",
      "ties", "tieth",  "th",  "ths",   "some"};
  return std::ranges::find(kNumbers, first) != kNumbers.end() &&
         second.size() > 1 &&
         std::ranges::find(kEndings, second) == kEndings.end();
}

// Whether a word ends a compound: "left-handed", "one-sided", "water-based". No
// word is broken before these.
bool EndsCompound(std::string_view second) {
  constexpr std::array<std::string_view, 6> kEnds = {
      "handed", "sided", "based", "minded", "footed", "eyed"};
  return std::ranges::find(kEnds, second) != kEnds.end();
}

// Whether the hyphen belongs to a number or a name: "18-/22", "COVID-/19",
// "Jean-/Pierre", "Isosorbide-5-/mononitrate". After a small word a capital
// more likely begins the next cell or column.
bool IsBrokenAtHyphen(std::string_view text, std::string_view line) {
  if (!text.ends_with('-')) return false;
  std::string_view word =
      text.substr(text.size() - std::min(text.size(), kLongestWord));
  word.remove_suffix(1);
  std::string_view rest = word;
  while (!rest.empty() && IsWordCharacter(LastCharacter(rest))) {
    rest = WithoutLastCharacter(rest);
  }
  word.remove_prefix(rest.size());
  const char32_t after = FirstCharacter(line);
  if (IsDigit(FirstCharacter(word)) && rest.ends_with('-')) return true;
  return (StartsCapital(word) || IsDigit(FirstCharacter(word))) &&
         (IsDigit(after) || StartsCapital(line));
}

}  // namespace

std::string RaisedText(std::string_view before, std::string_view raised,
                       bool has_note) {
  if (before.empty() || raised.empty()) return std::string(raised);
  const char32_t last = LastCharacter(before);
  // Notes have no negative numbers, so this is a power: "kg m⁻²".
  const bool is_negative =
      std::u32string_view(U"-–−").find(FirstCharacter(raised)) !=
      std::u32string_view::npos;
  const bool may_be_area = raised == "2" || raised == "3" || is_negative;
  if (IsDigit(last) ? HasPower(before, raised, has_note)
                    : (may_be_area && EndsInLength(before)) ||
                          (is_negative && IsLetter(last))) {
    if (const std::string exponent = Superscript(raised); exponent != raised) {
      return exponent;
    }
  }
  // "1o" and "2a" are ordinals in Romance languages.
  if (IsDigit(last) && (raised == "o" || raised == "a")) {
    return raised == "o" ? "º" : "ª";
  }
  const bool ends_word = IsWordCharacter(last) ||
                         std::u32string_view(U".,;:!?)]\"”’%").find(last) !=
                             std::u32string_view::npos;
  const std::string marks = ends_word ? ReferenceMarks(raised) : std::string();
  return marks.empty() ? std::string(raised) : marks;
}

// Learns from lines as the page has them. The part of a broken word at a line's
// end has its hyphen after it and is not learnt; its rest on the next line is
// learnt, but hardly occurs elsewhere.
void WordJoiner::Learn(std::string_view text) {
  Cursor cursor(text);
  while (!cursor.at_end()) {
    const std::size_t begin = cursor.offset();
    bool has_hyphen = false;
    cursor.TakeWhile(IsLetter);
    while (cursor.offset() > begin && cursor.next() == U'-') {
      Cursor part = cursor;
      part.Take(U'-');
      if (part.TakeWhile(IsLetter) == 0) break;
      cursor = part;
      has_hyphen = true;
    }
    const std::size_t end = cursor.offset();
    if (end == begin) {
      cursor.TakeIf([](char32_t) { return true; });
      continue;
    }
    // Words broken at the end of a line are no words.
    if (cursor.next() == U'-' || IsWordCharacter(cursor.next())) continue;
    (has_hyphen ? hyphenated_ : words_)
        .insert(ToLower(text.substr(begin, end - begin)));
  }
}

bool WordJoiner::KeepsHyphen(std::string_view before,
                             std::string_view after) const {
  const std::string first = LastWord(before);
  const std::string second = FirstWord(after);
  // The document's own spelling elsewhere decides: "self-test" within a line
  // keeps its hyphen, "detection" within a line loses it. If neither occurs, it
  // is a compound if both parts are words of their own, or one part is typical
  // of compounds.
  if (hyphenated_.contains(first + '-' + second)) return true;
  if (words_.contains(first + second)) return false;
  return (words_.contains(first) && words_.contains(second)) ||
         BeginsCompound(first, second) || EndsCompound(second);
}

void WordJoiner::Append(std::string& text, std::string_view line) const {
  // Anywhere else a soft hyphen is invisible.
  if (text.ends_with(kSoftHyphen)) {
    text.resize(text.size() - kSoftHyphen.size());
  } else if (text.ends_with('-') && StartsSmall(line) &&
             IsLetter(LastCharacter(
                 std::string_view(text).substr(0, text.size() - 1)))) {
    const std::string_view word =
        std::string_view(text).substr(0, text.size() - 1);
    if (!KeepsHyphen(word, line)) text.pop_back();
  } else if (!text.empty() && !IsBrokenAddress(text, line) &&
             !IsBrokenAtHyphen(text, line)) {
    text += ' ';
  }
  text += line;
}

}  // namespace answerbox::client::layout
