#include "lab/evaluate/measures/precision_measures.h"

#include <algorithm>
#include <cmath>

namespace answerbox::lab {
namespace {

// Keeps the estimate of infAP defined above the first judged document.
constexpr double kInferredEpsilon = 0.00001;

double Quotient(double numerator, double denominator) noexcept {
  return denominator == 0.0 ? 0.0 : numerator / denominator;
}

double Quotient(std::size_t numerator, std::size_t denominator) noexcept {
  return Quotient(static_cast<double>(numerator),
                  static_cast<double>(denominator));
}

}  // namespace

RelevantRanks::RelevantRanks(const JudgedRanking& ranking, RelevanceGrade level)
    : ranking_(&ranking), level_(level), relevant_(ranking.CountFrom(level)) {
  for (std::size_t i = 0; i < ranking.grades.size(); ++i) {
    if (ranking.grades[i] >= level) ranks_.push_back(i + 1);
  }
}

std::size_t RelevantRanks::nonrelevant_retrieved() const noexcept {
  return static_cast<std::size_t>(std::ranges::count_if(
      ranking_->grades,
      [&](RelevanceGrade grade) { return grade >= 0 && grade < level_; }));
}

std::size_t RelevantRanks::Within(std::size_t count) const noexcept {
  return static_cast<std::size_t>(std::ranges::upper_bound(ranks_, count) -
                                  ranks_.begin());
}

double RelevantRanks::PrecisionAt(std::size_t count) const noexcept {
  return Quotient(Within(count), count);
}

double RelevantRanks::RecallAt(std::size_t count) const noexcept {
  return Quotient(Within(count), relevant_);
}

double RelevantRanks::RelativePrecisionAt(std::size_t count) const noexcept {
  return Quotient(Within(count), std::min(count, relevant_));
}

double RelevantRanks::SuccessAt(std::size_t count) const noexcept {
  return Within(count) == 0 ? 0.0 : 1.0;
}

double RelevantRanks::UnjudgedAt(std::size_t count) const noexcept {
  std::size_t unjudged = 0;
  for (std::size_t i = 0; i < std::min(count, retrieved()); ++i) {
    unjudged += ranking_->grades[i] < 0 ? 1 : 0;
  }
  return Quotient(unjudged, count);
}

double RelevantRanks::AveragePrecision(std::size_t count) const noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < Within(count); ++i) {
    sum += Quotient(i + 1, ranks_[i]);
  }
  return Quotient(sum, static_cast<double>(relevant_));
}

double RelevantRanks::ReciprocalRank() const noexcept {
  return ranks_.empty() ? 0.0 : Quotient(1, ranks_.front());
}

double RelevantRanks::InterpolatedPrecision(double recall) const noexcept {
  const auto wanted = static_cast<std::size_t>(
      std::lround(recall * static_cast<double>(relevant_)));
  if (wanted > ranks_.size()) return 0.0;
  double highest = 0.0;
  for (std::size_t i = wanted == 0 ? 0 : wanted - 1; i < ranks_.size(); ++i) {
    highest = std::max(highest, Quotient(i + 1, ranks_[i]));
  }
  return highest;
}

double RelevantRanks::PrecisionAtMultiple(double multiple) const noexcept {
  return PrecisionAt(static_cast<std::size_t>(
      multiple * static_cast<double>(relevant_) + 0.9));
}

double RelevantRanks::BinaryPreference() const noexcept {
  const std::size_t nonrelevant =
      ranking_->CountFrom(0) - ranking_->CountFrom(level_);
  const std::size_t compared = std::min(nonrelevant, relevant_);
  std::size_t before = 0;  // Judged and not relevant.
  double sum = 0.0;
  for (const RelevanceGrade grade : ranking_->grades) {
    if (grade < 0) continue;
    if (grade < level_) {
      ++before;
    } else {
      sum += 1.0 - Quotient(std::min(before, relevant_), compared);
    }
  }
  return Quotient(sum, static_cast<double>(relevant_));
}

double RelevantRanks::InferredAveragePrecision() const noexcept {
  double sum = 0.0;
  double relevant = 0.0;  // Before the current rank.
  double nonrelevant = 0.0;
  double unjudged = 0.0;
  for (std::size_t i = 0; i < retrieved(); ++i) {
    const RelevanceGrade grade = ranking_->grades[i];
    if (grade == kNotPooled) continue;
    if (grade == kUnjudged) {
      ++unjudged;
    } else if (grade < level_) {
      ++nonrelevant;
    } else {
      const auto before = static_cast<double>(i);
      // The share of earlier documents that are pooled, times the share of
      // judged ones that are relevant.
      const double pooled = Quotient(relevant + nonrelevant + unjudged, before);
      const double right = (relevant + kInferredEpsilon) /
                           (relevant + nonrelevant + 2 * kInferredEpsilon);
      sum += 1.0 / (before + 1.0) + before / (before + 1.0) * pooled * right;
      ++relevant;
    }
  }
  return Quotient(sum, static_cast<double>(relevant_));
}

double RelevantRanks::BinaryGain() const noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    const std::size_t others = ranks_[i] - (i + 1);
    sum += 1.0 / std::log2(2.0 + static_cast<double>(others));
  }
  return Quotient(sum, static_cast<double>(relevant_));
}

double RelevantRanks::SetPrecision() const noexcept {
  return Quotient(ranks_.size(), retrieved());
}

double RelevantRanks::SetRelativePrecision() const noexcept {
  return Quotient(ranks_.size(), std::min(retrieved(), relevant_));
}

double RelevantRanks::SetRecall() const noexcept {
  return Quotient(ranks_.size(), relevant_);
}

double RelevantRanks::SetAveragePrecision() const noexcept {
  return SetPrecision() * SetRecall();
}

double RelevantRanks::SetF() const noexcept {
  return Quotient(2 * SetPrecision() * SetRecall(),
                  SetPrecision() + SetRecall());
}

double RelevantRanks::Utility() const noexcept {
  return 2 * static_cast<double>(ranks_.size()) -
         static_cast<double>(retrieved());
}

}  // namespace answerbox::lab
