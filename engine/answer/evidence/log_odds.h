// Converts log-odds to probabilities, with integers only.
#pragma once

#include <cstdint>

#include "engine/numeric/fixed_point.h"

namespace answerbox::engine {

// ln(p / (1 - p)) in signed Q12: 4096 is 1.0.
using LogOdds = std::int32_t;
inline constexpr LogOdds kOneLogOdds = 1 << 12;

// p, within 2^-10 of the exact value; never falls as the log-odds rise. In
// [0.0003, 0.9997]: beyond log-odds of +-8 it is constant.
[[nodiscard]] Q16 ProbabilityOf(LogOdds odds) noexcept;

}  // namespace answerbox::engine
