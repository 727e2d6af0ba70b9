#include "lab/evaluate/measures/bootstrap.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace answerbox::lab {
namespace {

constexpr std::size_t kSamples = 2000;
constexpr std::uint64_t kSeed = 20260101;

}  // namespace

std::array<double, 2> BootstrapInterval(
    std::span<const DocumentSum> documents) {
  std::vector<DocumentSum> asked;
  for (const DocumentSum& document : documents) {
    if (document.questions > 0) asked.push_back(document);
  }
  if (asked.empty()) return {};
  std::mt19937_64 random(kSeed);
  std::vector<double> means;
  means.reserve(kSamples);
  for (std::size_t sample = 0; sample < kSamples; ++sample) {
    DocumentSum drawn;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const DocumentSum& one =
          asked[static_cast<std::size_t>(random() % asked.size())];
      drawn.sum += one.sum;
      drawn.questions += one.questions;
    }
    means.push_back(drawn.sum / drawn.questions);
  }
  std::ranges::sort(means);
  return {means[kSamples * 25 / 1000], means[kSamples * 975 / 1000]};
}

}  // namespace answerbox::lab
