// Two sentences whose equal units are joined: how alike their places are, and
// which units stand in the place of others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/grounding/contradictions/sentence_alignment.h"
#include "engine/grounding/contradictions/sentence_units.h"

namespace answerbox::engine {

// How alike two places are, in 1/1000: six tenths what surrounds them, four
// tenths the sentences.
using Likeness = std::uint32_t;
inline constexpr Likeness kFullLikeness = 1000;

// A half-open range of units.
struct Gap {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] std::size_t size() const { return end - begin; }
};

// A place of the answer's sentence, and the one of the context's sentence that
// stands for it.
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

  // How alike what surrounds answer[gap] is, and the sentences.
  [[nodiscard]] Likeness LikenessAt(Gap gap) const;

  // The share of the answer's sentence that is joined, by weight.
  [[nodiscard]] Likeness share() const noexcept { return share_; }

  // The units of the context that stand in the place of answer[gap]. These are
  // the units between the two that the gap's neighbours are joined to. Where
  // those two are in another order, or far apart, they are the units after the
  // first, or else the units before the second. Nothing if there are none, or
  // if they reach into another cell of a table or the words of another speaker.
  [[nodiscard]] std::optional<Gap> CounterpartOf(Gap gap) const;

  // What each sentence has, and the other lacks, of the units for which
  // `counts` holds. Nothing if either sentence has no such unit, or has them in
  // several places, or if the two sentences have too little else in common. The
  // likeness is that of the rest of the two sentences.
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
