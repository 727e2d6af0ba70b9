// Finds the best-scoring chunks without scoring all: MaxScore (Turtle and Flood
// 1995) over windows of chunks, with bounds from blocks (Ding and Suel 2011),
// as in Lucene.
//
// In each window the lists are sorted by the most that they can add to a score
// there. Call a list weak if it and all weaker lists together cannot lift a
// chunk above the worst chunk kept so far. Weak lists are not walked; chunks
// that the other lists found are looked up in them. A window whose lists are
// all weak is skipped.
//
// Walking a list adds to an array of scores; candidates are found in it by
// comparing sixteen scores at a time. This takes a few instructions per posting
// and no branch that depends on the posting.
//
// Invariant: the result is bit for bit that of scoring every match. Scores are
// sums of integers, so the order of adding does not matter. A chunk whose score
// equals the worst kept score is also offered, as its document may come first.
// Fixed arithmetic only. Matches whose score is 0 are not found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/retrieval/weighted_list.h"

namespace answerbox::engine {

class BlockMaxSearch {
 public:
  using Score = FixedArithmetic::Score;

  // Takes a cursor per term and windows' scores from the arena, and uses them
  // for one segment after another. All parameters outlive the search.
  //   concepts     of the lookup, weighed
  //   most_chunks  chunks of the largest segment
  //   top          has a capacity of at least 1
  // Throws std::bad_alloc past the arena.
  BlockMaxSearch(const TermLookup& lookup,
                 std::span<const WeighedConcept<FixedArithmetic>> concepts,
                 std::uint32_t most_chunks, TopChunks<FixedArithmetic>& top,
                 Arena& arena);

  // Offers the chunks of a segment that may be among the best. Errors:
  // kTruncated, kCorrupt.
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
  [[nodiscard]] Score Least() const;
  [[nodiscard]] std::size_t OrderByBound();
  [[nodiscard]] Result<void> WalkLists(ChunkNumber begin, ChunkNumber end);
  [[nodiscard]] bool HasMore(std::uint64_t count, Score least) const;
  [[nodiscard]] Result<void> OfferWindow();
  void GatherCandidates(std::uint32_t group);
  [[nodiscard]] Result<void> OfferCandidates();

  const TermLookup* lookup_;
  TopChunks<FixedArithmetic>* top_;
  Bm25Weights weights_;
  std::span<ConceptList> lists_;   // By concept.
  std::span<std::uint32_t> open_;  // In lists_: those that the segment has.
  std::size_t open_count_ = 0;
  std::span<Present> present_;
  std::size_t present_count_ = 0;
  std::size_t weak_count_ = 0;  // The first of present_, which are not walked.
  WindowScores window_;
  ConceptScores* room_ = nullptr;  // Null if no concept has other terms.
  std::span<Candidate> candidates_;
  std::size_t candidate_count_ = 0;
  LiveSegment segment_;
  std::uint32_t segment_index_ = 0;
};

}  // namespace answerbox::engine
