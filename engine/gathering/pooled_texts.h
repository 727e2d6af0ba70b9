// The sentences of a pool as units of a selection.
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

namespace answerbox::engine {

// After an error, costs and answers mean nothing.
class PooledTexts final : public UnitTexts {
 public:
  // All arguments outlive this object. Throws std::bad_alloc past the arena,
  // also when sentences are compared.
  PooledTexts(std::span<const LiveSegment> segments, const SentencePool& pool,
              const GatheringQuery& query, Arena& arena);

  // With what stands between the sentence and its neighbour.
  TextCost CostOf(std::size_t unit) override;
  // By their words, numbers and names (near_duplicates.h).
  bool SayTheSame(std::size_t a, std::size_t b) override;

  [[nodiscard]] std::uint64_t AllTokens();
  // kTruncated or kCorrupt if a text could not be read. Callers check it before
  // they use a selection.
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
