// What texts cost in the two budgets of a gathering.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/gathering/gathering.h"
#include "engine/gathering/token_count.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {

// Units of this cosine or more are duplicates if their words say the same.
inline constexpr Q16 kComparedCosine = Q16::FromRaw(Q16::kOne * 6 / 10);

// Of a text for a query: tokens as its tokens_per_word says, and words that
// white space separates.
[[nodiscard]] inline TextCost CostOfText(const GatheringQuery& query,
                                         std::string_view text) {
  const std::uint64_t words = CountWords(text);
  if (query.tokens_per_word == Q16()) return {CountTokens(text), words};
  const auto rate = static_cast<std::uint64_t>(query.tokens_per_word.raw());
  return {(words * rate + Q16::kOne - 1) / Q16::kOne, words};
}

}  // namespace answerbox::engine
