// The area under the receiver operating characteristic: how well a score tells
// positive cases from negative ones.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace answerbox::lab {

struct RocCase {
  std::size_t document = 0;
  double score = 0.0;
  bool is_positive = false;
};

// The probability that a positive case has a greater score than a negative one;
// equal scores count half. 0.5 if there are no cases of one kind.
[[nodiscard]] double RocArea(std::span<const RocCase> cases);

// The 95 % interval of the difference of two areas, a's less b's, from 2,000
// samples of as many documents. Always the same for the same cases in the same
// order. {0, 0} without cases. Precondition: the i-th cases of both differ only
// in their scores.
[[nodiscard]] std::array<double, 2> RocDifferenceInterval(
    std::span<const RocCase> a, std::span<const RocCase> b);

}  // namespace answerbox::lab
