// Reads the punctuation between the words of a sentence: where phrases are
// separated, and which words belong together across a sign ("08:30", "+44 20",
// "2 °C").
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/spans/span_words.h"

namespace answerbox::engine {

// The caller adds the tokens of one sentence in order. Allocates nothing.
class SpanGaps {
 public:
  explicit SpanGaps(std::string_view sentence) noexcept : sentence_(sentence) {}

  // Adds a punctuation token.
  //   before  the words so far; the sign may become part of the last word
  void AddPunctuation(ByteRange token, std::span<SpanWord> before) noexcept;

  // Adds a word: fills its fields that depend on the signs before it.
  void AddWord(std::span<const SpanWord> before, SpanWord& word) noexcept;

 private:
  void Part(SpanGap gap) noexcept { gap_ = gap > gap_ ? gap : gap_; }
  [[nodiscard]] bool IsJoined(const SpanWord& before,
                              const SpanWord& word) const noexcept;

  std::string_view sentence_;
  SpanGap gap_ = SpanGap::kSpace;
  std::uint32_t end_ = 0;       // Of the last token.
  std::uint32_t prefix_ = 0;    // Begin of a sign before the next number,
  bool has_prefix_ = false;     // if has_prefix_;
  bool is_currency_ = false;    // is_currency_: it is a currency sign.
  bool is_space_free_ = true;   // No white space since the last word.
  bool only_joins_ = true;      // Only joining signs since the last word.
  bool is_degree_ = false;      // A degree sign since the last word.
  std::uint32_t brackets_ = 0;  // Number of open brackets.
};

}  // namespace answerbox::engine
