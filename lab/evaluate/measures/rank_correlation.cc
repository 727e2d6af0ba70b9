#include "lab/evaluate/measures/rank_correlation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "lab/evaluate/measures/drawn_topics.h"

namespace answerbox::lab {
namespace {

// Twice the ranks, which are whole numbers, from 2 on.
std::vector<double> Ranks(std::span<const double> scores) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [scores](std::size_t i) { return scores[i]; });
  std::vector<double> ranks(scores.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && scores[order[end]] == scores[order[begin]]) {
      ++end;
    }
    for (std::size_t i = begin; i < end; ++i) {
      ranks[order[i]] = static_cast<double>(begin + 1 + end);
    }
    begin = end;
  }
  return ranks;
}

double Correlate(RankCorrelation which, std::span<const double> a,
                 std::span<const double> b) {
  return which == RankCorrelation::kSpearmanRho ? SpearmanRho(a, b)
                                                : KendallTauB(a, b);
}

// The systems' scores, each topic counted as often as `drawn` holds it.
std::vector<double> ScoresOf(std::span<const TopicScores> systems,
                             std::span<const std::size_t> drawn) {
  std::vector<double> scores;
  scores.reserve(systems.size());
  for (const TopicScores& topics : systems) {
    DocumentSum all;
    if (topics.size() == 1) {
      all = topics.front();
    } else {
      for (const std::size_t topic : drawn) {
        all.sum += topics[topic].sum;
        all.questions += topics[topic].questions;
      }
    }
    scores.push_back(all.questions > 0.0 ? all.sum / all.questions : 0.0);
  }
  return scores;
}

std::size_t TopicsOf(std::span<const TopicScores> systems) {
  return systems.empty() ? 0 : systems.front().size();
}

std::vector<std::size_t> Every(std::size_t topics) {
  std::vector<std::size_t> all(topics);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

}  // namespace

double SpearmanRho(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == b.size());
  const std::vector<double> ranks_a = Ranks(a);
  const std::vector<double> ranks_b = Ranks(b);
  const double mean = static_cast<double>(a.size() + 1);
  double together = 0.0;
  double of_a = 0.0;
  double of_b = 0.0;
  for (std::size_t i = 0; i < ranks_a.size(); ++i) {
    together += (ranks_a[i] - mean) * (ranks_b[i] - mean);
    of_a += (ranks_a[i] - mean) * (ranks_a[i] - mean);
    of_b += (ranks_b[i] - mean) * (ranks_b[i] - mean);
  }
  if (of_a == 0.0 || of_b == 0.0) return 0.0;
  return together / (std::sqrt(of_a) * std::sqrt(of_b));
}

double KendallTauB(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == b.size());
  double same = 0.0;
  double opposite = 0.0;
  double equal_in_a = 0.0;
  double equal_in_b = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool is_equal_a = a[i] == a[j];
      const bool is_equal_b = b[i] == b[j];
      if (is_equal_a && is_equal_b) continue;
      if (is_equal_a) {
        ++equal_in_a;
      } else if (is_equal_b) {
        ++equal_in_b;
      } else if ((a[i] < a[j]) == (b[i] < b[j])) {
        ++same;
      } else {
        ++opposite;
      }
    }
  }
  const double ordered = same + opposite;
  const double of_a = ordered + equal_in_b;  // Pairs that a orders.
  const double of_b = ordered + equal_in_a;
  if (of_a == 0.0 || of_b == 0.0) return 0.0;
  return (same - opposite) / (std::sqrt(of_a) * std::sqrt(of_b));
}

double Correlation(RankCorrelation which, std::span<const TopicScores> a,
                   std::span<const TopicScores> b) {
  return Correlate(which, ScoresOf(a, Every(TopicsOf(a))),
                   ScoresOf(b, Every(TopicsOf(b))));
}

std::array<double, 2> CorrelationInterval(RankCorrelation which,
                                          std::span<const TopicScores> a,
                                          std::span<const TopicScores> b) {
  return DrawnTopicsInterval(std::max(TopicsOf(a), TopicsOf(b)),
                             [&](std::span<const std::size_t> drawn) {
                               return Correlate(which, ScoresOf(a, drawn),
                                                ScoresOf(b, drawn));
                             });
}

}  // namespace answerbox::lab
