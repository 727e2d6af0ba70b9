#include "engine/text/sentence_splitter.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "engine/text/boundary_words.h"
#include "engine/text/character_class.h"
#include "engine/text/sentence_boundary.h"
#include "engine/text/utf8.h"

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

namespace {

std::uint32_t Narrow(std::size_t offset) {
  return static_cast<std::uint32_t>(offset);
}

enum class Gap { kBlank, kLineBreak, kParagraphBreak };

// The kind of the white space `gap`.
Gap KindOf(std::string_view gap) {
  if (gap == " ") return Gap::kBlank;
  int line_breaks = 0;
  for (std::size_t i = 0; i < gap.size() && line_breaks < 2; ++i) {
    // The two bytes of a line break from Windows count as one.
    const bool is_pair = gap.substr(i).starts_with("\r\n");
    if (!is_pair && (gap[i] == '\n' || gap[i] == '\r')) ++line_breaks;
  }
  constexpr std::string_view kParagraphSeparator = "\u2029";
  if (line_breaks > 1 || gap.find(kParagraphSeparator) != gap.npos) {
    return Gap::kParagraphBreak;
  }
  return line_breaks == 1 ? Gap::kLineBreak : Gap::kBlank;
}

}  // namespace

SentenceSplitter::SentenceSplitter(
    std::string_view text, ByteRange part,
    std::span<const HeadingMark> headings) noexcept
    : text_(text),
      headings_(headings),
      position_(part.begin),
      end_(part.end),
      block_end_(part.begin) {
  assert(part.begin <= part.end && part.end <= text.size());
}

std::optional<Sentence> SentenceSplitter::Next() noexcept {
  position_ = Narrow(SkipSpace(text_, position_, end_));
  if (position_ == end_) return std::nullopt;
  if (position_ >= block_end_) BeginBlock();
  const std::uint32_t begin = position_;
  // End of the last word that still fits into the sentence.
  std::uint32_t word_end = begin;
  std::uint32_t words = 0;
  for (std::uint32_t word = begin;;) {
    // One byte further than a sentence may be, to see that a word is too long.
    // A hostile word of megabytes is then not walked to its end.
    const std::size_t bound =
        std::min<std::size_t>(block_end_, begin + kMaxSentenceBytes + 1);
    const std::uint32_t end = Narrow(SkipWord(text_, word, bound));
    if (end - begin > kMaxSentenceBytes) return Cut(begin, word_end, words);
    word_end = end;
    ++words;
    word = Narrow(SkipSpace(text_, word_end, block_end_));
    const bool is_last = word == block_end_;
    if (is_last || EndsBetween(begin, word_end, word)) {
      position_ = word;
      return Sentence{{begin, word_end}, words, in_heading_};
    }
  }
}

void SentenceSplitter::BeginBlock() noexcept {
  in_heading_ = false;
  block_end_ = end_;
  while (next_heading_ < headings_.size() &&
         headings_[next_heading_].range.end <= position_) {
    ++next_heading_;
  }
  if (next_heading_ < headings_.size()) {
    const ByteRange heading = headings_[next_heading_].range;
    in_heading_ = heading.begin <= position_;
    block_end_ = std::min(end_, in_heading_ ? heading.end : heading.begin);
  }
  previous_line_ = {};
  current_line_ = DescribeLine(text_, position_, block_end_);
}

bool SentenceSplitter::EndsBetween(std::uint32_t begin, std::uint32_t word_end,
                                   std::uint32_t next_word) noexcept {
  const std::string_view sentence = text_.substr(begin, word_end - begin);
  // A heading is one sentence, whatever it is written like: "2.1. Who? What?"
  if (in_heading_) return false;
  const std::string_view rest = text_.substr(next_word, block_end_ - next_word);
  const Gap gap = KindOf(text_.substr(word_end, next_word - word_end));
  if (gap == Gap::kBlank) {
    return EndsSentence(sentence, rest) || BulletLength(rest) > 0;
  }
  const LineShape before = previous_line_;
  previous_line_ = current_line_;
  current_line_ = DescribeLine(text_, next_word, block_end_);
  if (gap == Gap::kParagraphBreak) {
    // A paragraph begins, so the widths of the lines before say nothing of its
    // lines.
    const LineShape last = std::exchange(previous_line_, {});
    return BlankLineEndsSentence(last, current_line_);
  }
  return EndsSentence(sentence, rest) ||
         LineBreakEndsSentence(before, previous_line_, current_line_);
}

// Cuts before the word that does not fit. A single word that is too long is cut
// itself.
Sentence SentenceSplitter::Cut(std::uint32_t begin, std::uint32_t word_end,
                               std::uint32_t words) noexcept {
  if (words == 0) {
    words = 1;
    word_end += Narrow(FloorToCharacter(text_.substr(begin, block_end_ - begin),
                                        kMaxSentenceBytes));
  }
  position_ = word_end;
  return Sentence{{begin, word_end}, words, in_heading_};
}

}  // namespace answerbox::engine
