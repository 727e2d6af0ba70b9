// Writes each question that went wrong as a line of JSON: what was chosen, what
// is right, and the features that decided. docs/lab/evaluation.md, "Outcomes
// and errors".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/answer/model/boosted_trees.h"
#include "lab/evaluate/report/ranking_trace.h"

namespace answerbox::lab {

// A feature that made trees score one row above another.
struct DecidingFeature {
  std::size_t feature = 0;
  std::int16_t here = 0;   // Its value in the row with the higher score.
  std::int16_t there = 0;  // Its value in the other row.
  double log_odds = 0.0;   // What `here` would lose with `there`; > 0.
};

// Returns the `count` features that contribute most to the lead of `here`, the
// largest first. Each feature is measured alone, by giving it the value from
// `there`, so features that only work together are not found. Precondition:
// both rows have as many features as the trees.
[[nodiscard]] std::vector<DecidingFeature> FindDecidingFeatures(
    const engine::BoostedTrees& trees, std::span<const std::int16_t> here,
    std::span<const std::int16_t> there, std::size_t count);

// Preconditions: there is a trace for each outcome; both are of these articles,
// and were made with this model.
//   traces  by the question's number; an empty one leaves out the features
//   theta   questions below this confidence count as refused
[[nodiscard]] std::string ErrorLines(
    const std::vector<CorpusArticle>& articles,
    std::span<const QuestionOutcome> outcomes,
    std::span<const std::optional<RankingTrace>> traces,
    const engine::AnswerModel& model, double theta);

}  // namespace answerbox::lab
