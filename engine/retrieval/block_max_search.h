// Finds the chunks that score best without scoring them all: MaxScore (Turtle
// and Flood 1995) over windows of chunks with bounds from blocks (Ding and Suel
// 2011), as Lucene does it.
//
// In each window the lists are put in order of what they can add there. The
// weakest ones, which together cannot lift a chunk above the worst of the best
// so far, are not walked: they are only asked about chunks that the others
// found. A window whose lists together cannot do it is skipped.
//
// Scores are sums of integers, so the order of adding does not matter, and the
// result is that of scoring every match, to the bit. Fixed arithmetic only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/live_segment.h"
#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25_weights.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/weighted_list.h"

namespace answerbox::engine {

class BlockMaxSearch {
 public:
  using Score = FixedArithmetic::Score;

  // Takes from the arena a cursor per term and a window's scores, which serve
  // one segment after another. All parameters outlive it.
  //   idf          by term
  //   most_chunks  of any one segment
  //   top          with room for a chunk at least
  // Throws std::bad_alloc past the arena.
  BlockMaxSearch(const TermLookup& lookup, std::span<const Score> idf,
                 std::uint32_t most_chunks, TopChunks<FixedArithmetic>& top,
                 Arena& arena);

  // Offers the chunks of a segment that may be among the best. Segments come in
  // their order. Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<void> Search(const LiveSegment& segment,
                                    std::size_t segment_index);

 private:
  // A list that reaches into the window.
  struct Present {
    std::uint32_t list = 0;  // In lists_.
    Score bound;
    Score bounds;  // Of this list and the weaker ones together.
  };

  [[nodiscard]] Result<void> OpenLists();
  [[nodiscard]] Result<void> SearchWindow(ChunkNumber begin, ChunkNumber end);
  [[nodiscard]] Result<bool> FindPresent(ChunkNumber begin, ChunkNumber end);
  [[nodiscard]] std::size_t OrderByBound();
  [[nodiscard]] Result<void> OfferWindow(ChunkNumber begin);
  [[nodiscard]] Result<void> OfferCandidates();
  [[nodiscard]] Result<bool> IsRemoved(ChunkNumber chunk) const;

  const TermLookup* lookup_;
  std::span<const Score> idf_;
  TopChunks<FixedArithmetic>* top_;
  Bm25Weights<FixedArithmetic> weights_;
  std::span<WeightedList> lists_;
  std::size_t list_count_ = 0;
  std::span<Present> present_;
  std::size_t present_count_ = 0;
  std::size_t walked_ = 0;   // Present lists from here on are; weaker ones not.
  std::span<Score> scores_;  // By chunk of the window.
  std::span<std::uint64_t> matched_;  // A bit for each.
  std::span<Candidate> candidates_;
  std::size_t candidate_count_ = 0;
  LiveSegment segment_;
  std::uint32_t segment_index_ = 0;
};

}  // namespace answerbox::engine
