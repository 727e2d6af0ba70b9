// One term's postings in a segment on their way into scores: what they weigh
// under BM25, and what those of a range of chunks weigh at most, by the impacts
// of their blocks and without decoding them.
//
// Ranges, called windows, ascend.
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

// A chunk with what is known of its score.
struct Candidate {
  ChunkNumber chunk = 0;
  FixedArithmetic::Score score;
};

class WeightedList {
 public:
  using Score = FixedArithmetic::Score;
  using Weights = Bm25Weights<FixedArithmetic>;

  // Left as it is, like the cursor's block; Open() first.
  WeightedList() noexcept {}

  // Goes before the first posting of a list.
  //   lengths  of the chunks of its segment
  //   idf      the term's
  void Open(const PostingList& list, const ChunkLengths& lengths,
            Score idf) noexcept;

  // Moves on to the chunks `begin` to `end` - 1; false if no posting is there.
  // True may be wrong: blocks are not decoded to tell. Errors, as of all below:
  // kTruncated, kCorrupt.
  [[nodiscard]] Result<bool> EnterWindow(ChunkNumber begin,
                                         ChunkNumber end) noexcept;

  // No posting of the window weighs more.
  [[nodiscard]] Score WindowBound(Weights& weights) noexcept;

  // Adds what every posting of the window weighs to the window's scores;
  // returns how many there are. Call at most once per window, and not after
  // LookUp().
  [[nodiscard]] Result<std::size_t> Walk(WindowScores& window,
                                         Weights& weights) noexcept;

  // Adds what the term weighs in each of `candidates`, which are chunks of the
  // window and ascend from call to call. Keeps those, in front, that with
  // `others` more may score above `least`; returns how many.
  [[nodiscard]] Result<std::size_t> LookUp(std::span<Candidate> candidates,
                                           Score others, Score least,
                                           Weights& weights) noexcept;

  // Postings of the whole list.
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
  bool is_on_posting_;   // The cursor has moved and not reached the end.
  bool is_at_end_;       // Nothing is left for this window and later ones.
  std::uint32_t block_;  // None before it reaches into the window.
  std::uint32_t bound_block_;  // Whose bound is `bound_`; else kNoBlock.
  Score bound_;
};

}  // namespace answerbox::engine
