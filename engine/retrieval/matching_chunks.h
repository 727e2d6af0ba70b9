// Walks the chunks of one segment that hold any of the question's terms, one
// chunk at a time over all posting lists (document-at-a-time), so that memory
// is a cursor per term, however many chunks match.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/live_segment.h"
#include "engine/numeric/arena_span.h"
#include "engine/retrieval/question_terms.h"

namespace answerbox::engine {

// One of the question's terms in the chunk at hand.
struct TermHit {
  std::uint32_t term = 0;       // Index into QuestionTerms::distinct.
  std::uint32_t frequency = 0;  // In the chunk.
};

class MatchingChunks {
 public:
  // Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
  [[nodiscard]] static Result<MatchingChunks> Open(const LiveSegment& segment,
                                                   std::size_t segment_index,
                                                   const TermLookup& lookup,
                                                   Arena& arena);

  // Moves to the next matching chunk of a document that is not removed; false
  // past the last.
  [[nodiscard]] Result<bool> Next();

  // Preconditions: the last Next() gave true.
  [[nodiscard]] ChunkNumber chunk() const noexcept { return chunk_; }
  // The length of the chunk, in terms.
  [[nodiscard]] std::uint32_t term_count() const noexcept {
    return summary_.term_count;
  }
  // Ascending by term.
  [[nodiscard]] std::span<const TermHit> hits() const noexcept {
    return hits_.first(hit_count_);
  }

 private:
  struct List {
    PostingCursor cursor;
    std::uint32_t term = 0;
  };

  Result<bool> NextOfAnyDocument();

  const LiveSegment* segment_ = nullptr;
  std::span<List> lists_;  // Those not at their end, ascending by term.
  std::span<TermHit> hits_;
  std::size_t hit_count_ = 0;
  ChunkNumber chunk_ = 0;
  ChunkSummary summary_;
};

}  // namespace answerbox::engine
