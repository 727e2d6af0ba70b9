// Log-odds and the probabilities they stand for, on integers alone.
#pragma once

#include <cstdint>

#include "engine/numeric/fixed_point.h"

namespace answerbox::engine {

// ln(p / (1 - p)) in signed Q12: 4096 is 1.0.
using LogOdds = std::int32_t;
inline constexpr LogOdds kOneLogOdds = 1 << 12;

// p, within 2^-10 of the exact value and rising with the log-odds; in
// [0.0003, 0.9997], as beyond log-odds of +-8 it stays the same.
[[nodiscard]] Q16 ProbabilityOf(LogOdds odds) noexcept;

}  // namespace answerbox::engine
