// Chooses the sentence as published; DistinctTerms holds its sets. With Q the
// question's terms and T the sentence's, as sets:
//   score = a |T n Q| / |Q| + b |T n Q| / |T| + c min(words / 30, 1)
//   final = 0.6 score + 0.4 cosine of the chunk + 0.1 for a chunk's first
//   sentence
// The publication describes the last term as a reward for chunks that have not
// contributed yet, which all sentences of a chunk would share. Its published
// figures are reproduced only if the first sentence of a chunk alone gets it,
// so profile paper does that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/answer/ranking/scored_sentence.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/numeric/fixed_point.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// The set of a sentence's terms. If their numbers are small, as in a small
// segment, it has a bit for each number; else it is a hash table that is at
// most half full. Sorting the terms would take ten times as long.
class DistinctTerms {
 public:
  DistinctTerms() noexcept { Assign({}); }

  // Replaces the set. Precondition: numbers.size() <= kMaxSentenceTerms. Linear
  // in their count, or in the greatest number / 32 if there is a bit for each.
  void Assign(std::span<const TermNumber> numbers) noexcept;

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
  [[nodiscard]] bool Contains(TermNumber number) const noexcept {
    if (number > most_) return false;
    return is_bits_ ? (slots_[number / 32] >> number % 32 & 1u) != 0
                    : slots_[SlotOf(number)] != kFree;
  }

 private:
  static constexpr TermNumber kFree = 0xFFFFFFFFu;  // No term has this number.

  // The slot of `number` in the hash table, or the free slot where it belongs.
  [[nodiscard]] std::size_t SlotOf(TermNumber number) const noexcept {
    std::size_t slot = number * 0x9E3779B1u >> shift_;
    while (slots_[slot] != number && slots_[slot] != kFree) {
      slot = (slot + 1) & mask_;
    }
    return slot;
  }
  void AssignBits(std::span<const TermNumber> numbers) noexcept;
  void AssignHashes(std::span<const TermNumber> numbers) noexcept;

  std::uint32_t size_ = 0;
  TermNumber most_ = 0;  // No number is greater.
  bool is_bits_ = true;
  unsigned shift_ =
      0;  // Shifts a hash so that the bits of a slot's number remain.
  std::size_t mask_ = 0;
  // Bits as far as most_, or the first mask_ + 1 slots of the hash table;
  // the rest stays uninitialised.
  std::array<TermNumber, 2 * kMaxSentenceTerms> slots_;
};

// Each in [0, 1].
struct PaperWeights {
  Q16 coverage = Q16::FromRatio(5, 10);  // a
  Q16 density = Q16::FromRatio(3, 10);   // b
  Q16 length = Q16::FromRatio(2, 10);    // c
};

// The best `count` sentences of `chunks`, best first; equal scores by rank of
// the chunk, then by place. Confidence is the score, cut to 1.
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
template <typename A>
[[nodiscard]] Result<std::span<ScoredSentence<A>>> RankPaperSentences(
    std::span<const LiveSegment> segments, const TermLookup& lookup,
    std::span<const ScoredChunk<A>> chunks, const PaperWeights& weights,
    std::size_t count, Arena& arena);

}  // namespace answerbox::engine
