#include "client/convert/layout/lines/written_signs.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "client/convert/layout/lines/characters.h"

namespace answerbox::client::layout {
namespace {

constexpr std::array<std::string_view, 12> kCaptionWords = {
    "tableau", "table", "figure",  "fig.",  "fig",   "boxes",
    "box",     "chart", "exhibit", "panel", "graph", "map"};
constexpr std::array<std::string_view, 7> kSectionWords = {
    "annexe", "annex", "appendix", "chapter", "section", "part", "component"};
constexpr std::array<std::string_view, 10> kOpenWords = {
    "of", "and", "the", "for", "in", "to", "or", "with", "by", "per"};

bool IsCapitalAscii(char32_t c) { return c >= U'A' && c <= U'Z'; }
template <typename Words>
// Longer words must come first in the lists: "fig" would leave "ure".
bool TakeWordOf(Cursor& cursor, const Words& words) {
  return std::ranges::any_of(words, [&cursor](std::string_view word) {
    Cursor tried = cursor;
    if (!tried.TakeText(word) || IsWordCharacter(tried.next())) return false;
    cursor = tried;
    return true;
  });
}

// Takes "Table 2.1" or "Figure A-3".
// "Table" needs a number: "Table salt is ..." is a sentence.
bool TakeCaptionLabel(Cursor& cursor) {
  if (!TakeWordOf(cursor, kCaptionWords) || cursor.TakeSpaces() == 0) {
    return false;
  }
  std::size_t taken = cursor.TakeWhile(IsCapitalAscii, 3);
  taken += cursor.TakeWhile([](char32_t c) {
    return (c >= U'0' && c <= U'9') || c == U'-' || c == U'.' || c == U'–';
  });
  taken += cursor.TakeWhile(IsLetter, 1);
  return taken > 0 && !IsWordCharacter(cursor.next());
}

bool TakeCaptionSign(Cursor& cursor) { return cursor.TakeAnyOf(U".:|–—-"); }

// Takes "2.1", "2." or "2.1.": digits with at least one full stop.
bool TakeDottedNumber(Cursor& cursor) {
  Cursor tried = cursor;
  bool dotted = false;
  while (tried.TakeDigits(3) > 0) {
    if (!tried.Take(U'.')) break;
    dotted = true;
  }
  if (dotted) cursor = tried;
  return dotted;
}

std::string_view DropTail(std::string_view text, std::u32string_view tail) {
  while (!text.empty() &&
         tail.find(LastCharacter(text)) != std::u32string_view::npos) {
    text = WithoutLastCharacter(text);
  }
  return text;
}

}  // namespace

bool IsCaption(std::string_view text) {
  Cursor cursor(text);
  if (!TakeCaptionLabel(cursor)) return false;
  std::size_t gap = cursor.TakeSpaces();
  if (TakeCaptionSign(cursor)) gap = cursor.TakeSpaces();
  return gap > 0 && !cursor.at_end();
}

bool IsCaptionLabel(std::string_view text) {
  Cursor cursor(text);
  if (!TakeCaptionLabel(cursor)) return false;
  cursor.TakeSpaces();
  TakeCaptionSign(cursor);
  return cursor.at_end();
}

// A table ends before its notes; otherwise they would become a row.
bool IsTableNote(std::string_view text) {
  constexpr std::array<std::string_view, 5> kNoteWords = {
      "notes", "note", "sources", "source", "nb"};
  Cursor cursor(text);
  if (TakeWordOf(cursor, kNoteWords)) return true;
  if (cursor.TakeAnyOf(U"*†‡")) return true;
  return cursor.Take(U'(') && cursor.TakeAnyOf(U"*:†‡");
}

bool IsPunctuatedCaption(std::string_view text) {
  Cursor cursor(text);
  if (!TakeCaptionLabel(cursor)) return false;
  const std::string_view label = cursor.taken();
  cursor.TakeSpaces();
  return label.back() == '.' || TakeCaptionSign(cursor);
}

// "2 Goals" has no depth: a number without a full stop is as often that of an
// item or a page.
int SectionNumberDepth(std::string_view text) {
  Cursor cursor(text);
  if (!TakeDottedNumber(cursor)) return 0;
  const std::string_view number = cursor.taken();
  if (cursor.TakeSpaces() == 0) return 0;
  const auto dots = std::ranges::count(number, '.');
  return static_cast<int>(dots) + (number.back() == '.' ? 0 : 1);
}

bool IsSectionNumber(std::string_view text) {
  Cursor cursor(text);
  if (TakeDottedNumber(cursor)) return cursor.at_end();
  if (cursor.TakeIf(IsCapitalAscii)) {
    if (cursor.Take(U'.') && cursor.TakeDigits() > 0) return true;
    cursor.MoveTo(0);
  }
  if (!StartsWithSectionWord(text)) return false;
  TakeWordOf(cursor, kSectionWords);
  if (cursor.TakeSpaces() == 0 || cursor.TakeWhile(IsWordCharacter) == 0) {
    return false;
  }
  cursor.Take(U'.');
  return cursor.at_end();
}

bool StartsWithSectionWord(std::string_view text) {
  Cursor cursor(text);
  return StartsCapital(text) && TakeWordOf(cursor, kSectionWords);
}

bool IsWebAddress(std::string_view text) {
  return text.find(' ') == std::string_view::npos &&
         (StartsWithAnyCase(text, "www.") || StartsWithAnyCase(text, "http"));
}

// Reference marks may follow the full stop: "as they said.12".
bool EndsSentence(std::string_view text) {
  const char32_t last = LastCharacter(DropTail(text, U"\"”’)]0123456789, *–-"));
  return last == U'.' || last == U'!' || last == U'?' || last == U':' ||
         last == U';';
}

bool EndsWithStop(std::string_view text) {
  const char32_t last = LastCharacter(DropTail(text, U"\"”’)]0123456789,* "));
  return last == U'.' || last == U'!' || last == U'?' || last == U':';
}

bool EndsWithPunctuation(std::string_view text) {
  const char32_t last = LastCharacter(DropTail(text, U"\"”’) "));
  return last == U'.' || last == U'!' || last == U'?' || last == U';' ||
         last == U',';
}

// English sentences do not end with these.
bool EndsOpen(std::string_view text) {
  const char32_t last = LastCharacter(text);
  if (last == U',' || last == U'(' || last == U'-' || last == U'–') return true;
  const std::size_t space = text.rfind(' ');
  const std::string_view word =
      space == std::string_view::npos ? text : text.substr(space + 1);
  return std::ranges::find(kOpenWords, word) != kOpenWords.end();
}

namespace {

// Roman page numbers of a preface stay below a few hundred, so M and D are not
// needed; "mild" and "did" are words.
bool IsRoman(char32_t c) {
  return std::u32string_view(U"ivxlcIVXLC").find(c) !=
         std::u32string_view::npos;
}

// Returns the length of a leader: repeated signs, with or without gaps. An
// ellipsis has three dots; a leader has at least four, or two signs that are
// each three dots.
std::size_t LeaderLength(std::string_view text, std::size_t at) {
  constexpr std::size_t kDots = 4;
  Cursor cursor(text);
  cursor.MoveTo(at);
  const char32_t sign = cursor.next();
  if (sign != U'.' && sign != U'…' && sign != U'_' && sign != U'·') return 0;
  std::size_t signs = 0;
  std::size_t end = at;
  while (cursor.Take(sign)) {
    ++signs;
    end = cursor.offset();
    if (sign != U'_') cursor.TakeWhile(engine::IsSpace, 1);
  }
  return signs >= (sign == U'…' ? 2 : kDots) ? end - at : 0;
}

}  // namespace

bool HasLeader(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (LeaderLength(text, at) > 0) return true;
    at += engine::Decode(text, at).bytes;
  }
  return false;
}

std::string WithoutLeader(std::string_view text) {
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t length = LeaderLength(text, at); length > 0) {
      kept += ' ';
      at += length;
      continue;
    }
    const std::size_t bytes = engine::Decode(text, at).bytes;
    kept += text.substr(at, bytes);
    at += bytes;
  }
  return kept;
}

// The number must be separate from the title: the 2 of "B12" is no page.
std::string_view TrailingPageNumber(std::string_view text) {
  constexpr std::size_t kMaxDigits = 4;
  constexpr std::size_t kMaxRoman = 7;
  text = Trim(text);
  std::size_t begin = text.size();
  const bool is_number =
      !text.empty() && engine::Is(text.back(), engine::kDigitByte);
  const auto belongs = [is_number](char c) {
    return is_number ? engine::Is(c, engine::kDigitByte)
                     : c == 'i' || c == 'v' || c == 'x' || c == 'l';
  };
  while (begin > 0 && belongs(text[begin - 1])) --begin;
  const std::string_view number = text.substr(begin);
  if (number.empty() || number.size() > (is_number ? kMaxDigits : kMaxRoman)) {
    return {};
  }
  const char32_t before = LastCharacter(text.substr(0, begin));
  const bool is_parted = before == 0 || engine::IsSpace(before) ||
                         before == U'.' || before == U'…' || before == U'·' ||
                         before == U'_';
  return is_parted ? number : std::string_view();
}

bool IsContentsTitle(std::string_view text) {
  Cursor cursor(Trim(text));
  if (!cursor.TakeText("table of ")) cursor.TakeText("list of ");
  constexpr std::array<std::string_view, 8> kTitles = {
      "contents", "tables",  "figures",    "boxes",
      "annex",    "annexes", "appendices", "abbreviations"};
  return std::ranges::any_of(kTitles, [&cursor](std::string_view title) {
    return EqualsAnyCase(cursor.rest(), title);
  });
}

// The frame of a page number has no words: "- 12 -", "| 12", "[iv]".
bool IsPageNumber(std::string_view text) {
  Cursor cursor(text);
  cursor.TakeNonWord();
  if (cursor.TakeText("page")) cursor.TakeSpaces();
  const std::size_t digits = cursor.TakeDigits();
  if (digits > 4) return false;
  if (digits == 0) {
    const std::size_t roman = cursor.TakeWhile(IsRoman);
    if (roman == 0 || roman > 7) return false;
  }
  Cursor total = cursor;
  total.TakeSpaces();
  if (total.TakeText("of") || total.Take(U'/')) {
    total.TakeSpaces();
    if (total.TakeDigits() > 0) cursor = total;
  }
  cursor.TakeNonWord();
  return cursor.at_end();
}

// Left pages have the number first, right pages last. Both are replaced, so
// that the lines of both pages are equal.
std::string RunningKey(std::string_view text) {
  const std::string lower = ToLower(Trim(text));
  Cursor cursor(lower);
  cursor.TakeNonWord();
  cursor.TakeText("page ");
  std::string key;
  Cursor number = cursor;
  if ((number.TakeDigits() > 0 || number.TakeWhile(IsRoman) > 0) &&
      !IsWordCharacter(number.next())) {
    key = "#";
    cursor = number;
  } else {
    cursor.MoveTo(0);
  }
  std::string_view rest = cursor.rest();
  std::string_view end = rest;
  while (!end.empty() &&
         !engine::Is(end.back(), engine::kDigitByte | engine::kLetterByte |
                                     engine::kNonAsciiByte)) {
    end.remove_suffix(1);
  }
  std::size_t begin = end.size();
  const bool digits =
      !end.empty() && engine::Is(end.back(), engine::kDigitByte);
  while (begin > 0 &&
         (digits ? engine::Is(end[begin - 1], engine::kDigitByte)
                 : IsRoman(static_cast<unsigned char>(end[begin - 1])))) {
    --begin;
  }
  const bool is_parted = begin < end.size() &&
                         !IsWordCharacter(LastCharacter(end.substr(0, begin)));
  key += is_parted ? end.substr(0, begin) : rest;
  if (is_parted) key += '#';
  return key;
}

}  // namespace answerbox::client::layout
