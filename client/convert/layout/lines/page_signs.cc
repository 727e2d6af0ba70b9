#include <algorithm>
#include <array>
#include <cstddef>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/cursor.h"
#include "client/convert/layout/lines/written_signs.h"

namespace answerbox::client::layout {
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
