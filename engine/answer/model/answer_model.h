// The trained weights: they rank candidate sentences and give the confidence in
// the best one. The model also holds measured precision and answer rate per
// threshold. Layout: docs/lab/model-format.md. One model is part of the
// program; evaluation and training can use another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/answer/evidence/lexicon.h"
#include "engine/answer/evidence/log_odds.h"
#include "engine/answer/evidence/related_words.h"
#include "engine/answer/model/boosted_trees.h"
#include "engine/answer/model/operating_points.h"
#include "engine/result.h"

namespace answerbox::engine {

// The line from the judge's log-odds to calibrated ones.
struct Calibration {
  LogOdds slope = kOneLogOdds;
  LogOdds intercept = 0;
};

class AnswerModel {
 public:
  // Checks everything. `bytes` outlive the result.
  // Errors: kTruncated, kCorrupt, kUnsupportedVersion.
  [[nodiscard]] static Result<AnswerModel> Open(
      std::span<const std::byte> bytes) noexcept;

  [[nodiscard]] const Lexicon& lexicon() const noexcept { return lexicon_; }
  [[nodiscard]] const RelatedWords& related() const noexcept {
    return related_;
  }
  // Scores a sentence's features; higher is better. The difference of two
  // sentences' scores is the log-odds that the first belongs before the second.
  [[nodiscard]] const BoostedTrees& ranker() const noexcept { return ranker_; }

  // Scores the best sentence's features: log-odds, not yet calibrated.
  [[nodiscard]] const BoostedTrees& judge() const noexcept { return judge_; }

  // For SentenceConfidence() (confidence.h).
  [[nodiscard]] const Calibration& calibration() const noexcept {
    return calibration_;
  }
  // Measured precision and answer rate per threshold of the confidence.
  [[nodiscard]] const OperatingPoints& points() const noexcept {
    return points_;
  }

 private:
  Lexicon lexicon_;
  RelatedWords related_;
  BoostedTrees ranker_;
  BoostedTrees judge_;
  Calibration calibration_;
  OperatingPoints points_;
};

// The model that is part of the program; read once, at the first call.
[[nodiscard]] const AnswerModel& ShippedModel() noexcept;

}  // namespace answerbox::engine
