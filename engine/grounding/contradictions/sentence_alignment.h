// Finds which units of one sentence correspond to which of another. Runs of
// equal units are joined first, the heaviest first, in any order; then single
// units between them. So two clauses that changed places are still aligned.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

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

}  // namespace answerbox::engine
