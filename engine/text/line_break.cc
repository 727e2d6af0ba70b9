#include "engine/text/line_break.h"

#include <algorithm>
#include <array>

#include "engine/text/boundary_words.h"
#include "engine/text/character_class.h"
#include "engine/text/sentence_boundary.h"

namespace answerbox::engine {
namespace {

// A line of this length is not wrapped, so the author made its end.
constexpr std::uint16_t kUnwrappedCharacters = 160;
// Lines up to this length are titles and entries rather than wrapped prose.
constexpr std::uint16_t kTitleCharacters = 40;
constexpr std::size_t kColumnGap = 3;

bool IsLineBreak(char c) { return c == '\n' || c == '\r'; }

bool IsUnfinished(std::string_view line) {
  constexpr std::string_view kContinuing = ",;-(/&";
  if (line.empty() || kContinuing.find(line.back()) != std::string_view::npos) {
    return true;
  }
  std::array<char, 12> word;  // No linking word is longer.
  std::size_t letters = 0;
  while (letters < line.size() &&
         !Is(line[line.size() - 1 - letters], kSpaceByte)) {
    if (letters == word.size()) return false;
    ++letters;
  }
  const std::string_view last = line.substr(line.size() - letters);
  std::transform(last.begin(), last.end(), word.begin(), ToLowerAscii);
  return IsLinkingWord({word.data(), letters});
}

LineShape::Start StartOf(std::string_view line) {
  if (BeginsListItem(line)) return LineShape::Start::kListItem;
  const std::string_view word = DropOpeners(line);
  if (word.empty()) return LineShape::Start::kOther;
  const char32_t c = Decode(word, 0).code_point;
  if (IsCapital(c)) return LineShape::Start::kCapital;
  return IsSmall(c) ? LineShape::Start::kSmall : LineShape::Start::kOther;
}

bool IsOneWord(const LineShape& line) {
  return line.first_word_characters == line.characters;
}

// Whether all lines are short and the middle one does not look like the end of
// a phrase that began before it.
bool AreEntries(const LineShape& previous, const LineShape& current,
                const LineShape& next) {
  if (current.start == LineShape::Start::kSmall && !IsOneWord(current)) {
    return false;
  }
  return std::max({previous.characters, current.characters, next.characters}) <=
         kTitleCharacters;
}

}  // namespace

LineShape DescribeLine(std::string_view text, std::size_t position,
                       std::size_t end) noexcept {
  const std::size_t begin = position;
  LineShape shape;
  std::size_t last = position;  // After the last character that is not blank.
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
    // White space at the end of the line separates no columns.
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
  shape.start = StartOf(line);
  if (shape.characters < kMaxLineCharacters) {
    shape.ends_with_stop = line.ends_with('.');
    shape.is_unfinished = shape.ends_with_stop || IsUnfinished(line);
  }
  return shape;
}

bool LineBreakEndsSentence(const LineShape& previous, const LineShape& current,
                           const LineShape& next) noexcept {
  // From the surest sign to the least: what the lines begin and end with says
  // more than their widths.
  if (next.start == LineShape::Start::kListItem) return true;
  if (current.has_columns || next.has_columns) return true;
  if (!current.has_words || !next.has_words) return true;
  if (current.is_unfinished) return false;
  if (current.characters >= kUnwrappedCharacters) return true;
  // A line that begins in lower case goes on with the sentence before it.
  if (next.start != LineShape::Start::kCapital) return false;
  if (next.characters >= kUnwrappedCharacters) return true;
  if (AreEntries(previous, current, next)) return true;
  // Line wrapping puts the next word on this line if it fits into the width of
  // the lines around it. Letters differ in width, so some room must remain.
  const int width = std::max(previous.characters, next.characters);
  const int needed = current.characters + 1 + next.first_word_characters;
  // The break is the author's if the next word would have fitted into 85 % of
  // the width.
  return 100 * needed <= 85 * width;
}

bool BlankLineEndsSentence(const LineShape& current,
                           const LineShape& next) noexcept {
  return next.start != LineShape::Start::kSmall || !current.is_unfinished ||
         current.ends_with_stop || IsOneWord(current) || current.has_columns ||
         next.has_columns;
}

}  // namespace answerbox::engine
