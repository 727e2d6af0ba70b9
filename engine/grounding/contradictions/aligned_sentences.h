// Two sentences whose equal units are joined. Computes how alike their places
// are, and which units correspond to each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/grounding/contradictions/sentence_alignment.h"
#include "engine/grounding/contradictions/sentence_units.h"

namespace answerbox::engine {

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
