#include "engine/text/sentence_splitter.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/text/character_class.h"
#include "engine/text/sentence_boundary.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {
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
