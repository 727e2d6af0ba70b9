// The posting lists of one concept in a segment, walked and looked up as if
// they were one list. Its weight in a chunk joins the weights of the lists
// (JoinScores), so the bounds of the lists, joined, are a bound of it.
//
// Windows ascend from call to call, as those of WeightedList.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/retrieval/weighted_list.h"
#include "engine/retrieval/window_scores.h"

namespace answerbox::engine {

// Room for the weights of one concept in a window; all zero between two calls.
struct ConceptScores {
  WindowScores own;
  WindowScores others;
};

class ConceptList {
 public:
  using Score = FixedArithmetic::Score;

  // No lists.
  ConceptList() = default;

  // Takes a cursor per term from the arena. Throws std::bad_alloc past it.
  //   terms  outlive this object
  ConceptList(const WeighedConcept<FixedArithmetic>& terms, Arena& arena);

  // Moves before the first posting of a segment; false if it has none of the
  // terms. Errors, here and below: kTruncated, kCorrupt.
  [[nodiscard]] Result<bool> Open(const LiveSegment& segment,
                                  std::size_t segment_index,
                                  const TermLookup& lookup,
                                  const ChunkLengths& lengths);

  // As those of WeightedList.
  [[nodiscard]] Result<bool> EnterWindow(ChunkNumber begin, ChunkNumber end);
  [[nodiscard]] Score WindowBound(Bm25Weights& weights);
  //   room  null if no concept has other terms
  [[nodiscard]] Result<std::size_t> Walk(WindowScores& window,
                                         ConceptScores* room,
                                         Bm25Weights& weights);
  [[nodiscard]] Result<std::size_t> LookUp(std::span<Candidate> candidates,
                                           Score others, Score least,
                                           Bm25Weights& weights);

  // Postings of all lists of the segment.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  // Lists that reach into the window.
  [[nodiscard]] std::size_t present() const noexcept { return present_count_; }

 private:
  [[nodiscard]] bool is_own(std::size_t present) const noexcept {
    return present < present_own_count_;
  }
  [[nodiscard]] WeightedList& list(std::size_t present) noexcept {
    return lists_[present_[present]];
  }
  [[nodiscard]] Result<Score> WeightAt(ChunkNumber chunk, Bm25Weights& weights);

  std::span<const WeighedTerm<FixedArithmetic>> own_;
  std::span<const WeighedTerm<FixedArithmetic>> others_;
  std::span<WeightedList> lists_;     // Those of own terms first.
  std::size_t list_count_ = 0;        // Open ones.
  std::size_t own_count_ = 0;         // Of these, of own terms.
  std::span<std::uint32_t> present_;  // In lists_; ascending.
  std::size_t present_count_ = 0;
  std::size_t present_own_count_ = 0;
  std::uint64_t size_ = 0;
  Score bound_;  // Of the window; known once WindowBound() was called.
};

}  // namespace answerbox::engine
