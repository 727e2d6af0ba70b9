// The trained weights: they rank candidate sentences and give the confidence in
// the best one. The model also holds measured precision and answer rate per
// threshold. Layout: docs/lab/model-format.md. One model is part of the
// program; evaluation and training can use another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/answer/evidence/lexicon.h"
#include "engine/answer/model/boosted_trees.h"
#include "engine/numeric/integer_logarithm.h"
#include "engine/result.h"

namespace answerbox::engine {

// Measured precision and answer rate per threshold, and the threshold for a
// target of either. The bytes are docs/lab/model-format.md, "Operating points";
// lab/training/README.md says which questions were measured.

// A share or a probability in 1/10000: 0 to kWholeBasisPoints.
using BasisPoints = std::uint16_t;
inline constexpr BasisPoints kWholeBasisPoints = 10000;

struct OperatingPoint {
  BasisPoints threshold = 0;  // Refuse below this confidence.
  BasisPoints answered = 0;   // Share of all questions.
  BasisPoints right = 0;      // Share of the answers.
};

class OperatingPoints {
 public:
  // No points: no target can be met.
  OperatingPoints() = default;

  static constexpr std::size_t kPointBytes = 6;

  //   bytes  kPointBytes per point; they outlive the result
  // Errors: kCorrupt if a number exceeds kWholeBasisPoints, thresholds do not
  // ascend, or a higher threshold answers more.
  [[nodiscard]] static Result<OperatingPoints> Open(
      std::span<const std::byte> bytes) noexcept;

  // The lowest threshold such that, at it and at every higher one, at least
  // `precision` of the answers are right; nothing if there is none.
  [[nodiscard]] std::optional<BasisPoints> ThresholdForPrecision(
      BasisPoints precision) const noexcept;
  // The highest threshold that answers at least `rate` of the questions;
  // nothing if there is none.
  [[nodiscard]] std::optional<BasisPoints> ThresholdForAnswerRate(
      BasisPoints rate) const noexcept;

  // The highest target that can be met; 0 without points.
  [[nodiscard]] BasisPoints highest_precision() const noexcept {
    return count_ == 0 ? BasisPoints{0} : At(count_ - 1).right;
  }
  [[nodiscard]] BasisPoints highest_answer_rate() const noexcept {
    return count_ == 0 ? BasisPoints{0} : At(0).answered;
  }

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  // Precondition: point < size().
  [[nodiscard]] OperatingPoint At(std::size_t point) const noexcept;

 private:
  std::span<const std::byte> bytes_;
  std::size_t count_ = 0;
};

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
