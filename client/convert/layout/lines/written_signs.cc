#include "client/convert/layout/lines/written_signs.h"

#include <algorithm>
#include <array>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/cursor.h"

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

}  // namespace answerbox::client::layout
