// What the signs between the words of a sentence say: where phrases part, and
// what belongs together in spite of a sign ("08:30", "+44 20", "2 °C").
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/spans/span_words.h"

namespace answerbox::engine {

// Goes over the tokens of one sentence in their order. Allocates nothing.
class SpanGaps {
 public:
  explicit SpanGaps(std::string_view sentence) noexcept : sentence_(sentence) {}

  // A sign.
  //   before  the words so far, of which the last may take the sign
  void AddPunctuation(ByteRange token, std::span<SpanWord> before) noexcept;

  // A word: fills what it owes to the signs before it.
  void AddWord(std::span<const SpanWord> before, SpanWord& word) noexcept;

 private:
  void Part(SpanGap gap) noexcept { gap_ = gap > gap_ ? gap : gap_; }
  [[nodiscard]] bool IsJoined(const SpanWord& before,
                              const SpanWord& word) const noexcept;

  std::string_view sentence_;
  SpanGap gap_ = SpanGap::kSpace;
  std::uint32_t end_ = 0;       // Of the last token.
  std::uint32_t prefix_ = 0;    // Where a sign for the next number begins,
  bool has_prefix_ = false;     // if there is one,
  bool is_currency_ = false;    // and whether it is one of currency.
  bool is_space_free_ = true;   // No white space since the last word.
  bool only_joins_ = true;      // Nothing but joining signs since then.
  bool is_degree_ = false;      // A degree sign since then.
  std::uint32_t brackets_ = 0;  // Open ones.
};

}  // namespace answerbox::engine
