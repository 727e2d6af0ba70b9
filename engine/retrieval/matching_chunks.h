// Walks the chunks of one segment that hold any of the question's terms, one
// chunk at a time over all posting lists (document-at-a-time). Visits every
// match. Exhaustive scoring uses it, and is the reference for testing
// BlockMaxSearch.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/postings/posting_list.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// One of the question's terms in the current chunk.
struct TermHit {
  std::uint32_t term = 0;       // Index into QuestionTerms::distinct.
  std::uint32_t frequency = 0;  // In the chunk.
};

class MatchingChunks {
 public:
  // Takes a cursor per term from the arena and uses them for one segment after
  // another. `lookup` outlives this object. Throws std::bad_alloc past the
  // arena.
  MatchingChunks(const TermLookup& lookup, Arena& arena);

  // Moves before the first chunk of a segment. Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<void> Open(const LiveSegment& segment,
                                  std::size_t segment_index);

  // Moves to the next matching chunk of a document that is not hidden; false
  // past the last. Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<bool> Next();

  // Preconditions: the last Next() gave true.
  [[nodiscard]] ChunkNumber chunk() const noexcept { return chunk_; }
  // The length of the chunk, in terms.
  [[nodiscard]] std::uint32_t term_count() const noexcept {
    return lengths_[chunk_];
  }
  // Ascending by term.
  [[nodiscard]] std::span<const TermHit> hits() const noexcept {
    return hits_.first(hit_count_);
  }

 private:
  Result<bool> NextOfAnyDocument();

  const TermLookup* lookup_;
  LiveSegment segment_;
  ChunkLengths lengths_;
  std::span<PostingCursor> cursors_;  // By term.
  std::span<std::uint32_t>
      live_;  // Terms whose cursors are not at their end, ascending.
  std::size_t live_count_ = 0;
  std::span<TermHit> hits_;
  std::size_t hit_count_ = 0;
  ChunkNumber chunk_ = 0;
};

}  // namespace answerbox::engine
