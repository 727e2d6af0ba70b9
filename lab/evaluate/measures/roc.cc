#include "lab/evaluate/measures/roc.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace answerbox::lab {
namespace {

constexpr std::size_t kRocSamples = 2000;
constexpr std::uint64_t kRocSeed = 20260101;

// By score.
std::vector<RocCase> Sorted(std::span<const RocCase> cases) {
  std::vector<RocCase> sorted(cases.begin(), cases.end());
  std::ranges::stable_sort(sorted, {}, &RocCase::score);
  return sorted;
}

// The area when each case counts as often as its document was drawn.
double AreaOf(std::span<const RocCase> sorted, std::span<const double> drawn) {
  double negatives = 0;  // With lower scores.
  double positives = 0;
  double area = 0;
  for (std::size_t i = 0; i < sorted.size();) {
    double equal_negatives = 0;
    double equal_positives = 0;
    const double score = sorted[i].score;
    for (; i < sorted.size() && sorted[i].score == score; ++i) {
      (sorted[i].is_positive ? equal_positives : equal_negatives) +=
          drawn[sorted[i].document];
    }
    area += equal_positives * (negatives + equal_negatives / 2);
    negatives += equal_negatives;
    positives += equal_positives;
  }
  return positives * negatives > 0 ? area / (positives * negatives) : 0.5;
}

std::size_t DocumentsOf(std::span<const RocCase> cases) {
  std::size_t documents = 0;
  for (const RocCase& one : cases) {
    documents = std::max(documents, one.document + 1);
  }
  return documents;
}

}  // namespace

double RocArea(std::span<const RocCase> cases) {
  const std::vector<double> once(DocumentsOf(cases), 1.0);
  return AreaOf(Sorted(cases), once);
}

std::array<double, 2> RocDifferenceInterval(std::span<const RocCase> a,
                                            std::span<const RocCase> b) {
  if (a.empty()) return {};
  std::vector<std::size_t> documents;
  for (const RocCase& one : a) documents.push_back(one.document);
  std::ranges::sort(documents);
  documents.erase(std::unique(documents.begin(), documents.end()),
                  documents.end());
  const auto sorted_a = Sorted(a);
  const auto sorted_b = Sorted(b);
  std::mt19937_64 random(kRocSeed);
  std::vector<double> differences;
  std::vector<double> drawn(documents.back() + 1);
  for (std::size_t sample = 0; sample < kRocSamples; ++sample) {
    std::ranges::fill(drawn, 0.0);
    for (std::size_t i = 0; i < documents.size(); ++i) {
      ++drawn[documents[static_cast<std::size_t>(random() % documents.size())]];
    }
    differences.push_back(AreaOf(sorted_a, drawn) - AreaOf(sorted_b, drawn));
  }
  std::ranges::sort(differences);
  return {differences[kRocSamples * 25 / 1000],
          differences[kRocSamples * 975 / 1000]};
}

}  // namespace answerbox::lab
