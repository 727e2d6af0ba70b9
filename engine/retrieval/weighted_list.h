// What retrieval reads of a term (WeightedList) and of a concept of several
// terms (ConceptList), and where it adds their scores (WindowScores).
//
// One term's postings in a segment with their BM25 weights: the weight of each
// posting, and an upper bound of the weights in a range of chunks, which is
// computed from impacts without decoding blocks.
//
// The ranges are called windows and ascend from call to call.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "engine/index/postings/posting_list.h"
#include "engine/index/reading/live_segment.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// The scores of a window of chunks while the posting lists are added: an array
// by chunk, small enough for the first-level cache of a small processor. It
// remembers which groups of chunks have scores, so that a window with few
// postings is quickly searched and cleared.
//
// The score 0 stands for a chunk without postings and for one whose postings
// weigh 0.
class WindowScores {
 public:
  using Score = FixedArithmetic::Score;

  static constexpr std::uint32_t kMostChunks = 4096;
  // Number of chunks that are searched and cleared together.
  static constexpr std::uint32_t kGroupChunks = 128;
  using Group = std::span<const Score, kGroupChunks>;

  // Takes memory for windows of `chunks` chunks, at most kMostChunks, from the
  // arena. Throws std::bad_alloc past the arena.
  WindowScores(std::uint32_t chunks, Arena& arena)
      : scores_(MakeSpan<Score>(arena, (chunks + kGroupChunks - 1) /
                                           kGroupChunks * kGroupChunks)) {}

  // Begins the window at the chunk `begin`. Precondition: all groups are clear.
  void Enter(ChunkNumber begin) noexcept { begin_ = begin; }

  // The scores by chunk, to be changed. Knows where they are by itself: for all
  // that the compiler knows, writing a score might move a window.
  class ByChunk {
   public:
    [[nodiscard]] Score& operator[](ChunkNumber chunk) const noexcept {
      return scores_[chunk - begin_];
    }

   private:
    friend class WindowScores;
    ByChunk(Score* scores, ChunkNumber begin) noexcept
        : scores_(scores), begin_(begin) {}

    Score* scores_;
    ChunkNumber begin_;
  };
  // Of chunks that Touch() was told of.
  [[nodiscard]] ByChunk by_chunk() noexcept { return {scores_.data(), begin_}; }

  // Chunks of the window, ascending, are about to get scores.
  void Touch(std::span<const ChunkNumber> chunks) noexcept {
    const auto group_of = [this](ChunkNumber chunk) {
      return (chunk - begin_) / kGroupChunks;
    };
    if (chunks.size() < touched_.size()) {
      for (const ChunkNumber chunk : chunks) touched_[group_of(chunk)] = true;
      return;
    }
    // Of many, most groups from the first to the last one have some.
    std::fill(touched_.begin() + group_of(chunks.front()),
              touched_.begin() + group_of(chunks.back()) + 1, true);
  }

  // Adds the scores of another window to these, and clears them. Precondition:
  // both are of the same window.
  void Take(WindowScores& other) noexcept {
    for (std::uint32_t group = 0; group < group_count(); ++group) {
      if (!other.HasScores(group)) continue;
      Score* const sums = &scores_[group * kGroupChunks];
      Score* const added = &other.scores_[group * kGroupChunks];
      for (std::size_t i = 0; i < kGroupChunks; ++i) {
        sums[i] += std::exchange(added[i], Score{});
      }
      touched_[group] = true;
      other.touched_[group] = false;
    }
  }

  // Adds JoinScores() of both to the scores, and clears both. Precondition: all
  // three are of the same window.
  void AddJoined(WindowScores& own, WindowScores& others) noexcept {
    for (std::uint32_t group = 0; group < group_count(); ++group) {
      if (!own.HasScores(group) && !others.HasScores(group)) continue;
      Score* const sums = &scores_[group * kGroupChunks];
      Score* const a = &own.scores_[group * kGroupChunks];
      Score* const b = &others.scores_[group * kGroupChunks];
      for (std::size_t i = 0; i < kGroupChunks; ++i) {
        sums[i] += JoinScores<FixedArithmetic>(std::exchange(a[i], Score{}),
                                               std::exchange(b[i], Score{}));
      }
      touched_[group] = true;
      own.touched_[group] = others.touched_[group] = false;
    }
  }

  [[nodiscard]] std::uint32_t group_count() const noexcept {
    return static_cast<std::uint32_t>(scores_.size()) / kGroupChunks;
  }
  // Whether anything was added to a group since it was cleared.
  [[nodiscard]] bool HasScores(std::uint32_t group) const noexcept {
    return touched_[group];
  }
  [[nodiscard]] ChunkNumber FirstChunk(std::uint32_t group) const noexcept {
    return begin_ + group * kGroupChunks;
  }
  [[nodiscard]] Group Scores(std::uint32_t group) const noexcept {
    return scores_.subspan(group * kGroupChunks).first<kGroupChunks>();
  }
  void Clear(std::uint32_t group) noexcept {
    std::ranges::fill(scores_.subspan(group * kGroupChunks, kGroupChunks),
                      Score{});
    touched_[group] = false;
  }

 private:
  std::span<Score> scores_;
  std::array<bool, kMostChunks / kGroupChunks> touched_{};
  ChunkNumber begin_ = 0;
};

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

  // Walks the postings of the window, and adds their weights to its scores.
  // Call one of these at most once per window, and not after LookUp() or
  // WeightAt().
  [[nodiscard]] Result<void> WalkAdding(WindowScores& window,
                                        Bm25Weights& weights) noexcept;
  // Raises lower scores to their weights.
  [[nodiscard]] Result<void> WalkRaising(WindowScores& window,
                                         Bm25Weights& weights) noexcept;
  // Adds JoinScores() of their weights and of those of other terms, and clears
  // the latter.
  [[nodiscard]] Result<void> WalkJoining(WindowScores& window,
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
  [[nodiscard]] Result<void> Walk(Bm25Weights& weights, const Touch& touch,
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

// Room for the weights of one concept in a window; all zero between two calls.
struct ConceptScores {
  WindowScores own;
  WindowScores others;
};

// The posting lists of one concept in a segment, walked and looked up as if
// they were one list. Its weight in a chunk joins the weights of the lists
// (JoinScores), so the bounds of the lists, joined, are a bound of it.
//
// Windows ascend from call to call, as those of WeightedList.
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
  [[nodiscard]] Result<void> Walk(WindowScores& window, ConceptScores* room,
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
