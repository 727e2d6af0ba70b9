// What a question costs, from a real batch: stretches of asking against
// stretches of rest of the same length, often enough to say how sure the result
// is.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace answerbox::daemon {

// A stretch of rest and one of asking, equally long. The order of the two
// should change from round to round: a machine that warms up then adds to some
// rounds what it takes from others.
struct CalibrationRound {
  // In microjoules; nanoseconds or instructions where that is what is asked.
  std::int64_t rest = 0;
  std::int64_t asking = 0;
  std::uint64_t questions = 0;  // Asked in the stretch, 1 or more.
};

struct CostEstimate {
  // For a question, in the unit of the rounds. Negative when rounds of rest
  // drew more.
  double mean = 0;
  // The truth is within +-half_width with 95 % confidence, as far as chance
  // goes; a sensor that is off by a factor is so here as well.
  double half_width = 0;
};

// The rounds' cost by the ratio of sums, and Student's interval of it. Nothing
// for fewer than 2 rounds, or a round without questions. Allocates nothing.
[[nodiscard]] std::optional<CostEstimate> EstimateCost(
    std::span<const CalibrationRound> rounds);

}  // namespace answerbox::daemon
