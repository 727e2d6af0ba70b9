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
#include "engine/numeric/arena_span.h"
#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/retrieval/window_scores.h"

namespace answerbox::engine {

// Weights of BM25, in a table of 8 KiB for common frequencies and lengths, so
// that the division is done once for each.
class Bm25Weights {
 public:
  using Score = FixedArithmetic::Score;

  // Takes the table from the arena if the collection has enough chunks to make
  // use of it. Throws std::bad_alloc past the arena.
  Bm25Weights(const TermLookup& lookup, Arena& arena)
      : saturation_(lookup),
        table_(MakeSpan<Score>(
            arena, lookup.chunks() < kLengths ? 0 : kLengths * kFrequencies)) {}

  // The same as Bm25Saturation::Weight, to the bit.
  [[nodiscard]] Score operator()(std::uint32_t frequency,
                                 std::uint32_t length) noexcept {
    const auto known = table().Known(frequency, length);
    return known == Score{} ? Compute(frequency, length) : known;
  }

  class Table {
   public:
    // The weight if it is in the table; 0 if it is not, or if the weight is 0.
    [[nodiscard]] Score Known(std::uint32_t frequency,
                              std::uint32_t length) const noexcept {
      const std::size_t at = Place(frequency, length);
      return frequency <= kFrequencies && at < scores_.size() ? scores_[at]
                                                              : Score{};
    }

   private:
    friend class Bm25Weights;
    explicit Table(std::span<const Score> scores) : scores_(scores) {}
    std::span<const Score> scores_;
  };
  [[nodiscard]] Table table() const noexcept { return Table(table_); }

 private:
  static std::size_t Place(std::uint32_t frequency, std::uint32_t length) {
    return std::size_t{length} * kFrequencies + frequency - 1;
  }

  Score Compute(std::uint32_t frequency, std::uint32_t length) noexcept {
    const auto weight = saturation_.Weight<FixedArithmetic>(frequency, length);
    const std::size_t at = Place(frequency, length);
    if (frequency <= kFrequencies && at < table_.size()) table_[at] = weight;
    return weight;
  }

  static constexpr std::size_t kFrequencies = 8;
  static constexpr std::size_t kLengths = 256;

  Bm25Saturation saturation_;
  std::span<Score> table_;  // [length][frequency - 1]; 0: not computed.
};

// A chunk with the part of its score that is known so far.
struct Candidate {
  ChunkNumber chunk = 0;
  FixedArithmetic::Score score;
};

class WeightedList {
 public:
  using Score = FixedArithmetic::Score;

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
  [[nodiscard]] Score WindowBound(Bm25Weights& weights) noexcept;

  // Walks the postings of the window; returns their number. Call one of these
  // at most once per window, and not after LookUp() or WeightAt(). Adds their
  // weights to the window's scores.
  [[nodiscard]] Result<std::size_t> WalkAdding(WindowScores& window,
                                               Bm25Weights& weights) noexcept;
  // Raises lower scores to their weights.
  [[nodiscard]] Result<std::size_t> WalkRaising(WindowScores& window,
                                                Bm25Weights& weights) noexcept;
  // Adds JoinScores() of their weights and of those of other terms, and clears
  // the latter.
  [[nodiscard]] Result<std::size_t> WalkJoining(WindowScores& window,
                                                WindowScores& others,
                                                Bm25Weights& weights) noexcept;

  // The weight of the posting of `chunk`; 0 if there is none. Chunks are of the
  // window and ascend from call to call.
  [[nodiscard]] Result<Score> WeightAt(ChunkNumber chunk,
                                       Bm25Weights& weights) noexcept;

  // Adds the term's weight to each of `candidates`, which are chunks of the
  // window and ascend from call to call. Moves the candidates that can still
  // exceed `least` if `others` is added to their scores to the front; returns
  // their number.
  [[nodiscard]] Result<std::size_t> LookUp(std::span<Candidate> candidates,
                                           Score others, Score least,
                                           Bm25Weights& weights) noexcept;

  // Number of postings of the whole list.
  [[nodiscard]] std::uint32_t size() const noexcept {
    return cursor_.list().size();
  }

 private:
  [[nodiscard]] Result<bool> Seek(ChunkNumber chunk) noexcept;
  // Calls take(chunk, weight) for each posting of the window, and touch(chunks)
  // before for some of them at a time.
  template <typename Touch, typename Take>
  [[nodiscard]] Result<std::size_t> Walk(Bm25Weights& weights,
                                         const Touch& touch,
                                         Take take) noexcept;
  //   begin, end  places in the block
  template <typename Take>
  void WalkRun(const PostingBlock& block, std::uint32_t begin,
               std::uint32_t end, Bm25Weights& weights,
               Take take) const noexcept;
  [[nodiscard]] Score BlockBound(std::uint32_t block,
                                 Bm25Weights& weights) noexcept;

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
