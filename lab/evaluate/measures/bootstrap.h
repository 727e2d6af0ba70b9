// Intervals by drawing documents with replacement: questions about one document
// are not independent of each other.
#pragma once

#include <array>
#include <span>

namespace answerbox::lab {

// The questions of one document: how many there are, and the sum of a measure
// over them.
struct DocumentSum {
  double sum = 0.0;
  double questions = 0.0;
};

// The 95 % interval of the mean over questions, from 2,000 samples of as many
// documents. Always the same for the same documents in the same order.
// Documents without questions do not count; {0, 0} without any.
[[nodiscard]] std::array<double, 2> BootstrapInterval(
    std::span<const DocumentSum> documents);

}  // namespace answerbox::lab
