// The sentences of a pool as units of a selection: their costs in tokens and
// words, and which of them say the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/evidence/near_duplicates.h"
#include "engine/gathering/gathering.h"
#include "engine/gathering/sentence_pool.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/selection/selection.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {

// Returns the number of tokens: words, numbers and punctuation marks, as
// tokenizer.h finds them. A language model counts other tokens, about four for
// three words of English. Linear in the text.
[[nodiscard]] std::uint64_t CountTokens(std::string_view text) noexcept;

// Units of this cosine or more are duplicates if their words say the same.
inline constexpr Q16 kComparedCosine = Q16::FromRaw(Q16::kOne * 6 / 10);

// Returns what a text costs: tokens according to query.tokens_per_word, and
// words separated by white space.
[[nodiscard]] inline TextCost CostOfText(const GatheringQuery& query,
                                         std::string_view text) {
  const std::uint64_t words = CountWords(text);
  if (query.tokens_per_word == Q16()) return {CountTokens(text), words};
  const auto rate = static_cast<std::uint64_t>(query.tokens_per_word.raw());
  return {(words * rate + Q16::kOne - 1) / Q16::kOne, words};
}

// After an error, costs and comparisons are meaningless; check status().
class PooledTexts final : public UnitTexts {
 public:
  // All arguments outlive this object. Throws std::bad_alloc past the arena,
  // also when sentences are compared.
  PooledTexts(std::span<const LiveSegment> segments, const SentencePool& pool,
              const GatheringQuery& query, Arena& arena);

  // Includes the text between the sentence and its neighbour.
  TextCost CostOf(std::size_t unit) override;
  // Compares words, numbers and names (near_duplicates.h).
  bool SayTheSame(std::size_t a, std::size_t b) override;

  [[nodiscard]] std::uint64_t AllTokens();
  // kTruncated or kCorrupt if a text could not be read. Callers must check it
  // before they use a selection.
  [[nodiscard]] Result<void> status() const noexcept;

 private:
  [[nodiscard]] std::string_view TextOf(std::size_t unit, ByteRange range);
  [[nodiscard]] const WordSet& WordsOf(std::size_t unit);

  std::span<const LiveSegment> segments_;
  const SentencePool& pool_;
  const GatheringQuery& query_;
  Arena& arena_;
  std::span<std::optional<WordSet>> words_;
  std::optional<Error> error_;
};

}  // namespace answerbox::engine
