#include "client/convert/layout/lines/list_marks.h"

#include <algorithm>
#include <array>

#include "client/convert/layout/lines/characters.h"
#include "engine/text/whole_number.h"

namespace answerbox::client::layout {
namespace {

// Text hardly ever begins with these, so they are bullets even without a blank.
constexpr std::u32string_view kStrongBullets =
    U"•●○◦▪▫■□◼‣➢➤►✓✔❖❑❒❏◻⁃∙▶▸✗◆◇★»⁌⁍";
// These are bullets only with a gap after them.
constexpr std::u32string_view kWeakBullets = U"–-·−";
// A font of typographic signs may have its bullet in the place of "'".
constexpr std::u32string_view kLoneBullets = U"–—-*·−'";
// What symbol fonts show as a bullet: "l" of Wingdings is a disc.
constexpr std::u32string_view kSymbolLetters = U"oOnlquvØüw§ð¡¢¤à";
// Boxes to tick are text before "Yes" and "No".
constexpr std::u32string_view kTickBoxes = U"☐☑";

constexpr std::array<std::string_view, 9> kSymbolFamilies = {
    "symbol", "wingding", "dingbat", "webding", "courier",
    "bullet", "marlett",  "glyph",   "icon"};

constexpr std::array<std::string_view, 20> kRoman = {
    "i",  "ii",  "iii",  "iv",  "v",  "vi",  "vii",  "viii",  "ix",  "x",
    "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix", "xx"};

bool Contains(std::u32string_view set, char32_t c) {
  return set.find(c) != std::u32string_view::npos;
}

// Symbol fonts without names for their glyphs map them to U+E000 to U+F8FF.
bool IsPrivate(char32_t c) { return c >= 0xe000 && c <= 0xf8ff; }

// Arrows, shapes and dingbats.
bool IsShape(char32_t c) {
  return (c >= 0x2500 && c <= 0x27bf) || (c >= 0x2b00 && c <= 0x2bff);
}

bool IsAsciiLetter(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}

bool IsRomanDigit(char32_t c) { return Contains(U"ivxIVX", c); }

// Takes "12", "12a", "a" or "iv". A Roman number of one letter may also be a
// letter: MarkPlaces returns both places.
bool TakeCount(Cursor& cursor) {
  if (const std::size_t digits = cursor.TakeDigits(3); digits > 0) {
    if (digits <= 2)
      cursor.TakeIf([](char32_t c) { return c >= 'a' && c <= 'z'; });
    return true;
  }
  Cursor roman = cursor;
  if (roman.TakeWhile(IsRomanDigit, 5) > 1 && !IsAsciiLetter(roman.next())) {
    cursor = roman;
    return true;
  }
  return cursor.TakeIf(IsAsciiLetter);
}

bool TakeListNumber(Cursor& cursor) {
  if (cursor.Take(U'[')) {
    return cursor.TakeDigits(3) > 0 && cursor.Take(U']');
  }
  cursor.Take(U'(');
  return TakeCount(cursor) && cursor.TakeAnyOf(U".)]");
}

}  // namespace

bool IsSymbolFont(std::string_view family) {
  const std::string lower = ToLower(family);
  return std::ranges::any_of(kSymbolFamilies, [&lower](std::string_view name) {
    return lower.find(name) != std::string::npos;
  });
}

// A run that stands alone is a bullet more often than the same character at the
// beginning of a line: "o" and "-" alone have no other use.
bool IsBullet(std::string_view text, bool is_symbol_font) {
  const std::uint32_t length = CountCharacters(text);
  if (length == 0 || length > 2) return false;
  const char32_t first = FirstCharacter(text);
  if (IsPrivate(first) && IsPrivate(LastCharacter(text))) return true;
  if (length > 1 || Contains(kTickBoxes, first)) return false;
  return Contains(kStrongBullets, first) || Contains(kLoneBullets, first) ||
         IsShape(first) || first == U'o' ||
         (is_symbol_font && Contains(kSymbolLetters, first));
}

bool IsWeakBullet(char32_t c) { return Contains(kLoneBullets, c); }

bool IsListNumber(std::string_view text) {
  Cursor cursor(text);
  return TakeListNumber(cursor) && cursor.at_end();
}

// A number needs a blank after it ("2.5 mg" has no mark), a strong bullet does
// not.
LeadingMark FindLeadingMark(std::string_view line) {
  Cursor cursor(line);
  const char32_t first = cursor.next();
  bool needs_gap = false;
  if (Contains(kStrongBullets, first) || IsPrivate(first)) {
    cursor.Take(first);
  } else if (Contains(kWeakBullets, first)) {
    cursor.Take(first);
    needs_gap = true;
  } else if (TakeListNumber(cursor)) {
    needs_gap = true;
  } else {
    return {};
  }
  const std::string_view mark = cursor.taken();
  if (cursor.TakeSpaces() == 0 && needs_gap) return {};
  if (cursor.at_end()) return {};
  // "− 5" is a number.
  if (first == U'−' && Cursor(cursor.rest()).TakeDigits(1) > 0) return {};
  return {mark, cursor.rest()};
}

bool IsCountingMark(std::string_view mark) {
  if (mark == "o") return false;
  Cursor cursor(mark);
  cursor.TakeAnyOf(U"([");
  return cursor.TakeDigits(1) == 1 || cursor.TakeIf(IsAsciiLetter);
}

std::vector<std::int32_t> MarkPlaces(std::string_view mark) {
  // Places of different orders are far apart, so that MayFollow need only check
  // for a difference of 1.
  // Where the orders of letters and of "12a" begin, out of reach of numbers.
  constexpr std::int32_t kLetters = 1'000;
  constexpr std::int32_t kLetteredStep = 100;
  constexpr std::int32_t kLettered = 100'000;
  std::string bare;
  for (const char c : mark) {
    if (engine::Is(c, engine::kLetterByte | engine::kDigitByte)) {
      bare += engine::ToLowerAscii(c);
    }
  }
  std::int32_t number = 0;
  std::size_t digits = 0;
  while (digits < bare.size() && digits < 3 &&
         engine::Is(bare[digits], engine::kDigitByte)) {
    number = number * 10 + (bare[digits] - '0');
    ++digits;
  }
  const std::string_view letters = std::string_view(bare).substr(digits);
  if (digits > 0 && letters.empty()) return {number};
  if (digits > 0) {
    return {kLettered + number * kLetteredStep + (letters.front() - 'a' + 1)};
  }
  std::vector<std::int32_t> places;
  const auto roman = std::ranges::find(kRoman, letters);
  if (roman != kRoman.end()) {
    places.push_back(static_cast<std::int32_t>(roman - kRoman.begin()) + 1);
  }
  if (letters.size() == 1) {
    places.push_back(kLetters + (letters.front() - 'a' + 1));
    // "a." opens a list as "1." does, so a possible first item is found by its
    // place alone.
    if (letters == "a") places.push_back(1);
  }
  return places;
}

std::string MarkBefore(std::string_view mark) {
  const auto is_count = [](char c) {
    return engine::Is(c, engine::kLetterByte | engine::kDigitByte);
  };
  const auto begin = std::ranges::find_if(mark, is_count);
  const auto end = std::find_if_not(begin, mark.end(), is_count);
  const std::string_view count(begin, end);
  std::string before;
  if (count.size() == 1 && engine::Is(count[0], engine::kLetterByte)) {
    if (engine::ToLowerAscii(count[0]) == 'a') return {};
    before = static_cast<char>(count[0] - 1);
  } else {
    const auto number = engine::WholeNumber<std::int32_t>(count);
    if (!number || *number < 2) return {};
    before = std::to_string(*number - 1);
  }
  return std::string(mark.begin(), begin) + before +
         std::string(end, mark.end());
}

bool MayFollow(std::span<const std::int32_t> before,
               std::span<const std::int32_t> after) {
  return std::ranges::any_of(after, [before](std::int32_t place) {
    return std::ranges::find(before, place - 1) != before.end();
  });
}

}  // namespace answerbox::client::layout
