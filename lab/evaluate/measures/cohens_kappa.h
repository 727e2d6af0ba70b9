// How far two labellers agree beyond chance: Cohen's kappa.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace answerbox::lab {

// One thing with the labels that both gave it.
struct LabelPair {
  std::size_t topic = 0;  // From 0.
  int a = 0;
  int b = 0;
};

enum class KappaWeights : std::uint8_t {
  kNone,       // Any two different labels differ as much.
  kQuadratic,  // Labels differ by the square of their difference.
};

// 1 - (weighted disagreement) / (expected disagreement). The expected one is
// that of labellers who use each label as often as these do, but at random.
// 1 means that they agree in all, 0 that they agree as often as by chance. The
// result is 0, too, without pairs, and where no disagreement is expected
// because both use the same single label.
[[nodiscard]] double CohensKappa(std::span<const LabelPair> pairs,
                                 KappaWeights weights = KappaWeights::kNone);

// Its 95 % interval, from 2,000 samples of as many topics; topics without pairs
// do not count. Always the same for the same pairs. {0, 0} without pairs.
[[nodiscard]] std::array<double, 2> CohensKappaInterval(
    std::span<const LabelPair> pairs,
    KappaWeights weights = KappaWeights::kNone);

}  // namespace answerbox::lab
