// Counts how often words occur outside the given context. From these counts
// follows how likely an answer's words are without the context.
#pragma once

#include <span>
#include <string_view>

#include "engine/index/reading/live_segment.h"
#include "engine/language_model/word_probability.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::engine {

class BackgroundCounts {
 public:
  BackgroundCounts() = default;
  BackgroundCounts(const BackgroundCounts&) = delete;
  BackgroundCounts& operator=(const BackgroundCounts&) = delete;
  virtual ~BackgroundCounts() = default;

  // Counts terms of profile default. Errors: kTruncated, kCorrupt. Throws
  // std::bad_alloc past the arena.
  //   counts  [terms] filled
  [[nodiscard]] virtual Result<void> Count(
      std::span<const std::string_view> terms,
      std::span<WordInCollection> counts, Arena& arena) const = 0;
};

// The counts of a collection's live documents, as CountLiveOccurrences() gives
// them.
class CollectionCounts final : public BackgroundCounts {
 public:
  //   segments  outlive this object
  explicit CollectionCounts(std::span<const LiveSegment> segments) noexcept
      : segments_(segments) {}

  [[nodiscard]] Result<void> Count(std::span<const std::string_view> terms,
                                   std::span<WordInCollection> counts,
                                   Arena& arena) const override {
    return CountLiveOccurrences(segments_, terms, counts, arena);
  }

 private:
  std::span<const LiveSegment> segments_;
};

}  // namespace answerbox::engine
