// Estimates the cost of a question from rounds of asking and rest. Several
// rounds show how certain the estimate is.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace answerbox::daemon {

// One stretch of rest and one of asking, of equal length. The order of the two
// should change from round to round. The drift of a machine that warms up then
// cancels out.
struct CalibrationRound {
  // In microjoules. To estimate CPU time or instructions: in nanoseconds or
  // instructions.
  std::int64_t rest = 0;
  std::int64_t asking = 0;
  std::uint64_t questions = 0;  // Asked in the stretch, 1 or more.
};

struct CostEstimate {
  // Cost of one question, in the unit of the rounds. Negative when rest drew
  // more than asking.
  double mean = 0;
  // The true cost is within mean +- half_width with 95 % confidence. This
  // covers chance only, not a sensor that is wrong by a factor.
  double half_width = 0;
};

// Estimates the cost by the ratio of sums, with Student's interval. Nothing for
// fewer than 2 rounds, or if a round has no questions. Allocates nothing.
[[nodiscard]] std::optional<CostEstimate> EstimateCost(
    std::span<const CalibrationRound> rounds);

}  // namespace answerbox::daemon
