// How alike two rankings of the same systems are: Spearman's rho and Kendall's
// tau-b, with intervals by drawing topics with replacement.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lab/evaluate/measures/bootstrap.h"

namespace answerbox::lab {

// Pearson's correlation of the ranks; equal scores share the mean of their
// ranks. In [-1, 1]; 0 if all scores of one side are equal, or if there are
// fewer than two. Precondition: a.size() == b.size().
[[nodiscard]] double SpearmanRho(std::span<const double> a,
                                 std::span<const double> b);

// (C - D) / sqrt((C + D + A) (C + D + B)): C pairs in the same order on both
// sides, D in opposite orders, A equal only in a, B equal only in b. Ranges and
// precondition as above. Quadratic.
[[nodiscard]] double KendallTauB(std::span<const double> a,
                                 std::span<const double> b);

enum class RankCorrelation : std::uint8_t { kSpearmanRho, kKendallTauB };

// The scores of one system: for each topic, the sum of a measure and of how
// many (questions, or 1). Its score is the quotient of the sums over topics; 0
// without any. A single entry: a score that is the same whichever topics are
// drawn.
using TopicScores = std::vector<DocumentSum>;

// The correlation of two leaderboards. Precondition, here and below: both have
// the same systems in the same order, and all systems of a leaderboard the same
// topics, which are those of the other one unless there is one entry only.
[[nodiscard]] double Correlation(RankCorrelation which,
                                 std::span<const TopicScores> a,
                                 std::span<const TopicScores> b);

// Its 95 % interval, from 2,000 samples of as many topics. Always the same for
// the same scores. {0, 0} without topics.
[[nodiscard]] std::array<double, 2> CorrelationInterval(
    RankCorrelation which, std::span<const TopicScores> a,
    std::span<const TopicScores> b);

}  // namespace answerbox::lab
