#include "lab/evaluate/measures/cohens_kappa.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "lab/evaluate/measures/drawn_topics.h"

namespace answerbox::lab {
namespace {

// How often each pair of labels was given, row by row.
using LabelCounts = std::vector<double>;

// The different labels of both, ascending.
std::vector<int> LabelsOf(std::span<const LabelPair> pairs) {
  std::vector<int> labels;
  for (const LabelPair& pair : pairs) {
    labels.push_back(pair.a);
    labels.push_back(pair.b);
  }
  std::ranges::sort(labels);
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return labels;
}

std::size_t PlaceOf(std::span<const int> labels, int label) {
  return static_cast<std::size_t>(std::ranges::lower_bound(labels, label) -
                                  labels.begin());
}

double Disagreement(int a, int b, KappaWeights weights) {
  if (weights == KappaWeights::kNone) return a == b ? 0.0 : 1.0;
  const double difference = static_cast<double>(a) - static_cast<double>(b);
  return difference * difference;
}

double KappaOf(const LabelCounts& counts, std::span<const int> labels,
               KappaWeights weights) {
  const std::size_t size = labels.size();
  std::vector<double> rows(size);
  std::vector<double> columns(size);
  double all = 0.0;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      rows[i] += counts[i * size + j];
      columns[j] += counts[i * size + j];
      all += counts[i * size + j];
    }
  }
  double found = 0.0;
  double expected = 0.0;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      const double weight = Disagreement(labels[i], labels[j], weights);
      found += weight * counts[i * size + j];
      expected += weight * rows[i] * columns[j];
    }
  }
  return expected > 0.0 ? 1.0 - found * all / expected : 0.0;
}

// The counts of topics, which are added up for each sample.
class TopicCounts {
 public:
  explicit TopicCounts(std::span<const LabelPair> pairs)
      : labels_(LabelsOf(pairs)) {
    for (const LabelPair& pair : pairs) {
      if (pair.topic >= topics_.size()) topics_.resize(pair.topic + 1);
      LabelCounts& counts = topics_[pair.topic];
      counts.resize(labels_.size() * labels_.size());
      ++counts[PlaceOf(labels_, pair.a) * labels_.size() +
               PlaceOf(labels_, pair.b)];
    }
    std::erase_if(topics_, [](const LabelCounts& one) { return one.empty(); });
  }

  [[nodiscard]] std::size_t size() const { return topics_.size(); }

  [[nodiscard]] double Kappa(std::span<const std::size_t> drawn,
                             KappaWeights weights) const {
    LabelCounts sum(labels_.size() * labels_.size());
    for (const std::size_t topic : drawn) {
      for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i] += topics_[topic][i];
      }
    }
    return KappaOf(sum, labels_, weights);
  }

 private:
  std::vector<int> labels_;
  std::vector<LabelCounts> topics_;
};

}  // namespace

double CohensKappa(std::span<const LabelPair> pairs, KappaWeights weights) {
  const std::vector<int> labels = LabelsOf(pairs);
  LabelCounts counts(labels.size() * labels.size());
  for (const LabelPair& pair : pairs) {
    ++counts[PlaceOf(labels, pair.a) * labels.size() + PlaceOf(labels, pair.b)];
  }
  return KappaOf(counts, labels, weights);
}

std::array<double, 2> CohensKappaInterval(std::span<const LabelPair> pairs,
                                          KappaWeights weights) {
  const TopicCounts counts(pairs);
  return DrawnTopicsInterval(counts.size(),
                             [&](std::span<const std::size_t> drawn) {
                               return counts.Kappa(drawn, weights);
                             });
}

}  // namespace answerbox::lab
