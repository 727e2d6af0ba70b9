// The trained weights: how candidate sentences are ranked, how sure of the best
// one to be, and what refusing below that comes to. The bytes are
// docs/model-format.md. One model is part of the program; evaluation and
// training may bring another.
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
  // Of a sentence's features: the higher, the better. The difference of two
  // sentences' scores is the log-odds that the one belongs before the other.
  [[nodiscard]] const BoostedTrees& ranker() const noexcept { return ranker_; }

  // Of the best sentence's features: log-odds that Confidence bends to a
  // probability.
  [[nodiscard]] const BoostedTrees& judge() const noexcept { return judge_; }

  // Of the best sentence's features: the probability that it answers.
  [[nodiscard]] Q16 Confidence(
      std::span<const std::int16_t> features) const noexcept {
    const std::int64_t odds = judge_.Score(features);
    return ProbabilityOf(
        static_cast<LogOdds>(odds * slope_ / kOneLogOdds + intercept_));
  }

  // What thresholds of the confidence come to.
  [[nodiscard]] const OperatingPoints& points() const noexcept {
    return points_;
  }

 private:
  Lexicon lexicon_;
  RelatedWords related_;
  BoostedTrees ranker_;
  BoostedTrees judge_;
  LogOdds slope_ =
      kOneLogOdds;  // From the judge's log-odds to calibrated ones.
  LogOdds intercept_ = 0;
  OperatingPoints points_;
};

// The model that is part of the program; read once, at the first call.
[[nodiscard]] const AnswerModel& ShippedModel() noexcept;

}  // namespace answerbox::engine
