// Scores the answers of a corpus by the engine and by simple measures, in this
// process.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "lab/client.h"
#include "lab/evaluate/grounding/grounding_corpus.h"

namespace answerbox::lab {

// What gives a score. The order is that of reports.
inline constexpr std::array<std::string_view, 5> kGroundingEvaluators = {
    "geometric", "paper", "share", "cosine", "unigram"};
inline constexpr std::size_t kGeometricEvaluator = 0;
inline constexpr std::size_t kShareEvaluator = 2;

struct GroundingOutcome {
  std::size_t document = 0;
  bool is_grounded = false;
  std::array<double, kGroundingEvaluators.size()> scores{};
  std::chrono::nanoseconds time{};  // Of ConSens.
};

using GroundingProgress = std::function<void(std::size_t done, std::size_t)>;

// [sets][cases] of the corpus. Words are counted in a collection of its texts.
// An answer without a scored word has the score 0 everywhere. Errors:
// kRejected.
[[nodiscard]] Outcome<std::vector<std::vector<GroundingOutcome>>>
ScoreGrounding(const GroundingCorpus& corpus,
               const GroundingProgress& progress);

}  // namespace answerbox::lab
