#include <algorithm>
#include <array>
#include <cstddef>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/cursor.h"
#include "client/convert/layout/lines/lines.h"

namespace answerbox::client::layout {
namespace {

bool IsDigit(char32_t c) { return c >= U'0' && c <= U'9'; }

// Whether the text ends in a unit that is squared or cubed: "m", "kg/m".
// "5 m" and "kg/m" may have an exponent after them; "form" and "in" after a
// word have reference marks.
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

// Whether a raised number after this one is a power: of ten or two, of more
// digits than a note's, or with a sign; or zero, a degree. Other numbers have
// marks of notes.
bool HasPower(std::string_view number, std::string_view raised) {
  constexpr std::size_t kLongestMark = 2;
  const std::size_t other = number.find_last_not_of("0123456789.,");
  const std::string_view base = number.substr(other + 1);
  return base == "10" || base == "2" || raised.size() > kLongestMark ||
         raised.starts_with('0') ||
         raised.find_first_not_of("0123456789") != std::string_view::npos;
}

// "12", "-3", "−3".
// Anything but a sign and digits, such as "th" of "5th", stays as it was.
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

// Numbers of one to three digits, or single letters, with commas between them,
// each in brackets; empty for other text.
// More than three digits are no reference: a raised year, a telephone number.
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

// Longer words are no words of the document. So a text without blanks is not
// read anew for each of its lines.
constexpr std::size_t kLongestWord = 256;

// The word of letters that ends or begins a text, in lower case; its last or
// first part, if it is longer than any word.
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

// Whether a web address goes on: it never has a blank.
// Addresses are broken after a slash, and hyphenated nowhere.
bool IsBrokenAddress(std::string_view text, std::string_view line) {
  constexpr std::size_t kLongAddress = 90;
  if (!text.ends_with('/') || !IsWordCharacter(FirstCharacter(line))) {
    return false;
  }
  const std::size_t begin = text.size() - std::min(text.size(), kLongAddress);
  return text.find("http", begin) != std::string_view::npos;
}

// "two-man", but "sixteen", "seventy", "fourth" and "nineties".
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

// "left-handed", "one-sided", "water-based": no word is broken before these.
bool EndsCompound(std::string_view second) {
  constexpr std::array<std::string_view, 6> kEnds = {
      "handed", "sided", "based", "minded", "footed", "eyed"};
  return std::ranges::find(kEnds, second) != kEnds.end();
}

// "18-/22", "COVID-/19", "Jean-/Pierre", "Isosorbide-5-/mononitrate": parts of
// a number or a name. After a small word a capital is rather the next cell or
// column.
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

std::string RaisedText(std::string_view before, std::string_view raised) {
  if (before.empty() || raised.empty()) return std::string(raised);
  const char32_t last = LastCharacter(before);
  // No note has a negative number: "kg m⁻²".
  const bool is_negative =
      std::u32string_view(U"-–−").find(FirstCharacter(raised)) !=
      std::u32string_view::npos;
  if (IsDigit(last) ? HasPower(before, raised)
                    : EndsInLength(before) || (is_negative && IsLetter(last))) {
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

// Reads lines as the page has them. The part of a broken word at a line's end
// is followed by its hyphen and so not learnt; its rest on the next line is,
// but as a word that hardly another place has.
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
    // Words broken at the end of a line are no words of the document.
    if (cursor.next() == U'-' || IsWordCharacter(cursor.next())) continue;
    (has_hyphen ? hyphenated_ : words_)
        .insert(ToLower(text.substr(begin, end - begin)));
  }
}

bool WordJoiner::KeepsHyphen(std::string_view before,
                             std::string_view after) const {
  const std::string first = LastWord(before);
  const std::string second = FirstWord(after);
  // What the document writes elsewhere decides: "self-test" on one line keeps
  // its hyphen, "detection" on one line loses it. If it writes neither, both
  // parts as words of their own speak for a compound, or one that stands in
  // compounds only.
  if (hyphenated_.contains(first + '-' + second)) return true;
  if (words_.contains(first + second)) return false;
  return (words_.contains(first) && words_.contains(second)) ||
         BeginsCompound(first, second) || EndsCompound(second);
}

void WordJoiner::Append(std::string& text, std::string_view line) const {
  // A soft hyphen is invisible anywhere else.
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
