// One term's postings in a segment with their BM25 weights: the weight of each
// posting, and an upper bound of the weights in a range of chunks, which is
// computed from impacts without decoding blocks.
//
// The ranges are called windows and ascend from call to call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/postings/posting_cursor.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25_weights.h"
#include "engine/retrieval/window_scores.h"

namespace answerbox::engine {

// A chunk with the part of its score that is known so far.
struct Candidate {
  ChunkNumber chunk = 0;
  FixedArithmetic::Score score;
};

class WeightedList {
 public:
  using Score = FixedArithmetic::Score;
  using Weights = Bm25Weights<FixedArithmetic>;

  // Leaves the members uninitialised, like the cursor's block. Call Open()
  // first.
  WeightedList() noexcept {}

  // Moves before the first posting of `list`.
  //   lengths  of the chunks of the list's segment
  //   idf      the term's
  void Open(const PostingList& list, const ChunkLengths& lengths,
            Score idf) noexcept;

  // Moves to the window of the chunks `begin` to `end` - 1; false if it has no
  // posting. May be true for a window without postings, because blocks are not
  // decoded for this. Errors, here and below: kTruncated, kCorrupt.
  [[nodiscard]] Result<bool> EnterWindow(ChunkNumber begin,
                                         ChunkNumber end) noexcept;

  // An upper bound of the weight of each posting in the window.
  [[nodiscard]] Score WindowBound(Weights& weights) noexcept;

  // Adds the weight of every posting of the window to the window's scores;
  // returns the number of postings. Call at most once per window, and not after
  // LookUp().
  [[nodiscard]] Result<std::size_t> Walk(WindowScores& window,
                                         Weights& weights) noexcept;

  // Adds the term's weight to each of `candidates`, which are chunks of the
  // window and ascend from call to call. Moves the candidates that can still
  // exceed `least` if `others` is added to their scores to the front; returns
  // their number.
  [[nodiscard]] Result<std::size_t> LookUp(std::span<Candidate> candidates,
                                           Score others, Score least,
                                           Weights& weights) noexcept;

  // Number of postings of the whole list.
  [[nodiscard]] std::uint32_t size() const noexcept {
    return cursor_.list().size();
  }

 private:
  [[nodiscard]] Result<bool> Seek(ChunkNumber chunk) noexcept;
  void AddRun(std::span<const ChunkNumber> chunks,
              const std::uint32_t* frequencies, WindowScores& window,
              Weights& weights) const noexcept;
  [[nodiscard]] Score BlockBound(std::uint32_t block,
                                 Weights& weights) noexcept;

  PostingCursor cursor_;
  ChunkLengths lengths_;
  Score idf_;
  ChunkNumber begin_;  // The window.
  ChunkNumber end_;
  bool is_on_posting_;   // The cursor stands on a posting.
  bool is_at_end_;       // No posting is left for this window or later ones.
  std::uint32_t block_;  // No block before it reaches into the window.
  std::uint32_t bound_block_;  // The block of bound_; kNoBlock: none.
  Score bound_;
};

}  // namespace answerbox::engine
