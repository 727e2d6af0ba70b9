#include "engine/text/line_break.h"

#include <algorithm>
#include <array>

#include "engine/text/character_class.h"
#include "engine/text/list_label.h"
#include "engine/text/sentence_start.h"
#include "engine/text/stop_words.h"

namespace answerbox::engine {
namespace {

// A line this long is not wrapped, so its end is the author's.
constexpr std::uint16_t kUnwrappedCharacters = 160;
// Lines no longer than this are titles, entries or verse, not wrapped prose.
constexpr std::uint16_t kShortCharacters = 40;
constexpr std::size_t kColumnGap = 3;

bool IsLineBreak(char c) { return c == '\n' || c == '\r'; }

bool IsUnfinished(std::string_view line) {
  constexpr std::string_view kContinuing = ",;-(/&.";
  if (line.empty() || kContinuing.find(line.back()) != std::string_view::npos) {
    return true;
  }
  std::array<char, 12> word;  // No stop word is longer.
  std::size_t letters = 0;
  while (letters < line.size() &&
         !Is(line[line.size() - 1 - letters], kSpaceByte)) {
    if (letters == word.size()) return false;
    ++letters;
  }
  const std::string_view last = line.substr(line.size() - letters);
  std::transform(last.begin(), last.end(), word.begin(), ToLowerAscii);
  return IsStopWord({word.data(), letters});
}

}  // namespace

LineShape DescribeLine(std::string_view text, std::size_t position,
                       std::size_t end) noexcept {
  const std::size_t begin = position;
  LineShape shape;
  std::size_t last = position;  // Past the last character that is not blank.
  std::size_t gap = 0;
  bool has_tab = false;
  for (; position < end && !IsLineBreak(text[position]) &&
         shape.characters < kMaxLineCharacters;
       ++shape.characters) {
    const Character c = Decode(text, position);
    position += c.bytes;
    if (IsSpace(c.code_point)) {
      if (gap == 0 && shape.first_word_characters == 0) {
        shape.first_word_characters = shape.characters;
      }
      has_tab = has_tab || c.code_point == '\t';
      ++gap;
      continue;
    }
    // White space at the end of the line separates nothing.
    if (has_tab || gap >= kColumnGap || c.code_point == '|') {
      shape.has_columns = true;
    }
    has_tab = false;
    gap = 0;
    shape.has_words = shape.has_words || IsAlphanumeric(c.code_point);
    last = position;
  }
  if (shape.first_word_characters == 0) {
    shape.first_word_characters = shape.characters;
  }
  const std::string_view line = text.substr(begin, last - begin);
  if (BeginsListItem(line)) {
    shape.start = LineShape::Start::kListItem;
  } else if (CanBeginSentence(line)) {
    shape.start = LineShape::Start::kCapital;
  }
  shape.is_unfinished =
      shape.characters < kMaxLineCharacters && IsUnfinished(line);
  return shape;
}

bool EndsSentence(const LineShape& previous, const LineShape& current,
                  const LineShape& next) noexcept {
  if (next.start == LineShape::Start::kListItem) return true;
  if (current.has_columns || next.has_columns) return true;
  if (!current.has_words || !next.has_words) return true;
  if (current.is_unfinished) return false;
  if (current.characters >= kUnwrappedCharacters) return true;
  if (next.start != LineShape::Start::kCapital) return false;
  if (next.characters >= kUnwrappedCharacters) return true;
  if (current.characters <= kShortCharacters &&
      next.characters <= kShortCharacters &&
      previous.characters <= kShortCharacters) {
    return true;
  }
  // A wrapper would have put the next word on this line if it fitted well into
  // the width of the lines around.
  const int width = std::max(previous.characters, next.characters);
  return 4 * (current.characters + 1 + next.first_word_characters) <= 3 * width;
}

}  // namespace answerbox::engine
