#include "lab/evaluate/measures/gain_measures.h"

#include <algorithm>
#include <cmath>

namespace answerbox::lab {
namespace {

constexpr double kPersistence = 0.9;

double GainQuotient(double numerator, double denominator) noexcept {
  return denominator == 0.0 ? 0.0 : numerator / denominator;
}

// The DCG of the first 1, 2, ... grades.
std::vector<double> CumulatedGains(const std::vector<RelevanceGrade>& grades) {
  std::vector<double> sums;
  sums.reserve(grades.size());
  double sum = 0.0;
  for (const RelevanceGrade grade : grades) {
    const auto rank = static_cast<double>(sums.size() + 1);
    if (grade > 0) sum += grade / std::log2(1.0 + rank);
    sums.push_back(sum);
  }
  return sums;
}

double At(const std::vector<double>& sums, std::size_t count) noexcept {
  if (sums.empty() || count == 0) return 0.0;
  return sums[std::min(count, sums.size()) - 1];
}

}  // namespace

GainMeasures::GainMeasures(const JudgedRanking& ranking)
    : ranking_(&ranking),
      ideal_(ranking.Ideal()),
      dcg_(CumulatedGains(ranking.grades)),
      ideal_dcg_(CumulatedGains(ideal_)) {}

double GainMeasures::Gain(std::size_t place) const noexcept {
  return std::max(ranking_->grades[place], 0);
}

double GainMeasures::Dcg(std::size_t count) const noexcept {
  return At(dcg_, count);
}

double GainMeasures::IdealDcg(std::size_t count) const noexcept {
  return At(ideal_dcg_, count);
}

double GainMeasures::Ndcg() const noexcept {
  return GainQuotient(Dcg(dcg_.size()), IdealDcg(ideal_.size()));
}

double GainMeasures::NdcgAt(std::size_t count) const noexcept {
  return GainQuotient(Dcg(count), IdealDcg(count));
}

double GainMeasures::NdcgAtRelevant() const noexcept {
  double sum = 0.0;
  std::size_t retrieved = 0;  // With a gain.
  for (std::size_t i = 0; i < ranking_->grades.size(); ++i) {
    if (ranking_->grades[i] <= 0) continue;
    ++retrieved;
    sum += NdcgAt(i + 1);
  }
  sum += static_cast<double>(ideal_.size() - retrieved) * Ndcg();
  return GainQuotient(sum, static_cast<double>(ideal_.size()));
}

double GainMeasures::NdcgAtGainLevels() const noexcept {
  double sum = 0.0;
  std::size_t levels = 0;
  for (std::size_t count = 1; count <= ideal_.size(); ++count) {
    if (count < ideal_.size() && ideal_[count] == ideal_[count - 1]) continue;
    sum += NdcgAt(count);
    ++levels;
  }
  // trec_eval does not count the end if it is the first rank after the last
  // level.
  if (ideal_.size() + 1 < dcg_.size()) {
    sum += Ndcg();
    ++levels;
  }
  return GainQuotient(sum, static_cast<double>(levels));
}

double GainMeasures::NormalisedGain() const noexcept {
  double gained = 0.0;
  double ideal_gained = 0.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < ranking_->grades.size(); ++i) {
    gained += Gain(i);
    ideal_gained += i < ideal_.size() ? std::max(ideal_[i], 1) : 1;
    if (Gain(i) > 0) sum += Gain(i) / std::log2(2.0 + ideal_gained - gained);
  }
  double ideal = 0.0;
  for (const RelevanceGrade gain : ideal_) ideal += gain;
  return GainQuotient(sum, ideal);
}

double GainMeasures::RankBiasedPrecision() const noexcept {
  const double most = ideal_.empty() ? 1.0 : ideal_.front();
  double sum = 0.0;
  double weight = 1.0;
  for (std::size_t i = 0; i < ranking_->grades.size(); ++i) {
    sum += Gain(i) / most * weight;
    weight *= kPersistence;
  }
  return (1.0 - kPersistence) * sum;
}

double GainMeasures::RankBiasedResidual() const noexcept {
  bool is_judged = true;
  double sum = 0.0;
  double weight = 1.0;
  for (const RelevanceGrade grade : ranking_->grades) {
    if (grade < 0) {
      is_judged = false;
      sum += weight;
    }
    weight *= kPersistence;
  }
  return is_judged ? 0.0 : weight + (1.0 - kPersistence) * sum;
}

}  // namespace answerbox::lab
