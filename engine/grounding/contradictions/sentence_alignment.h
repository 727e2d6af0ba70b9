// Finds which units of one sentence correspond to which of another. Runs of
// equal units are joined first, the heaviest first, in any order; then single
// units between them. So two clauses that changed places are still aligned.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/grounding/contradictions/sentence_units.h"

namespace answerbox::engine {

inline constexpr std::int16_t kUnaligned = -1;
// The most runs of a pair of sentences. Only sentences that repeat few words
// have more; further runs are not used.
inline constexpr std::size_t kMaxRuns = 2048;

using UnitWeights = std::array<std::uint16_t, kMaxSentenceUnits>;

class SentenceAlignment {
 public:
  // Aligns `answer` with `context`. Time is linear in the product of their
  // sizes. Allocates nothing; the object itself takes some 40 KiB.
  //   weights  of the answer's units, 0 for marks
  void Align(std::span<const SentenceUnit> answer,
             std::span<const SentenceUnit> context, const UnitWeights& weights);

  // Returns the index of the aligned unit on the other side, or kUnaligned.
  [[nodiscard]] std::int16_t ToContext(std::size_t answer) const noexcept {
    return to_context_[answer];
  }
  [[nodiscard]] std::int16_t ToAnswer(std::size_t context) const noexcept {
    return to_answer_[context];
  }

 private:
  struct Run {
    std::uint16_t answer_end = 0;
    std::uint16_t context_end = 0;
    std::uint16_t size = 0;
    std::uint32_t weight = 0;
  };

  void FindRuns(const UnitWeights& weights);
  void Add(std::size_t answer_end, std::size_t context_end, std::size_t size,
           const UnitWeights& weights);
  void TakeRuns();
  void FillGaps();
  void AlignSingles();
  void Join(std::size_t answer, std::size_t context);

  std::span<const SentenceUnit> answer_;
  std::span<const SentenceUnit> context_;
  std::array<std::int16_t, kMaxSentenceUnits> to_context_;
  std::array<std::int16_t, kMaxSentenceUnits> to_answer_;
  std::array<Run, kMaxRuns> runs_;
  std::size_t run_count_ = 0;
};

// How alike two places are, in 1/1000: six tenths for the units around them,
// four tenths for the whole sentences.
using Likeness = std::uint32_t;
inline constexpr Likeness kFullLikeness = 1000;

// A half-open range of units.
struct Gap {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] std::size_t size() const { return end - begin; }
};

// A place in the answer's sentence, and the corresponding place in the
// context's sentence.
struct PlacePair {
  Gap answer;
  Gap context;
  Likeness likeness = 0;
};

// Two sentences whose equal units are joined. Computes how alike their places
// are, and which units correspond to each other.
class AlignedSentences {
 public:
  //   alignment  has joined the units
  //   weights    of the answer's units
  AlignedSentences(std::span<const SentenceUnit> answer,
                   std::span<const SentenceUnit> context,
                   std::string_view context_text,
                   const SentenceAlignment& alignment,
                   const UnitWeights& weights);

  // Returns how alike the surroundings of answer[gap] and the two sentences
  // are.
  [[nodiscard]] Likeness LikenessAt(Gap gap) const;

  // Returns the share of the answer's sentence that is joined, by weight.
  [[nodiscard]] Likeness share() const noexcept { return share_; }

  // Returns the units of the context that correspond to answer[gap]: the units
  // between the two that the gap's neighbours are joined to. If these two are
  // in another order, or far apart, returns the units after the first, or else
  // those before the second. Returns nothing if there are no such units, or if
  // they reach into another cell of a table or the words of another speaker.
  [[nodiscard]] std::optional<Gap> CounterpartOf(Gap gap) const;

  // Returns the units of each sentence that the other lacks, among those for
  // which `counts` holds. Returns nothing if either sentence has no such unit
  // or has them in several places, or if the sentences have too little else in
  // common. The likeness is that of the rest of the two sentences.
  [[nodiscard]] std::optional<PlacePair> LeftoverPair(
      bool (*counts)(const SentenceUnit&)) const;

 private:
  [[nodiscard]] std::uint32_t WeightAgainst(std::size_t i) const;
  [[nodiscard]] std::optional<Gap> FindCounterpart(Gap gap) const;
  [[nodiscard]] bool HasEdge(Gap counterpart) const;

  std::span<const SentenceUnit> answer_;
  std::span<const SentenceUnit> context_;
  std::string_view context_text_;
  const SentenceAlignment& alignment_;
  const UnitWeights& weights_;
  Likeness share_ = 0;
};

}  // namespace answerbox::engine
