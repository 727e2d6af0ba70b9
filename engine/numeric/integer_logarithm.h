// Logarithms, powers, square roots and odds that use only integers, neither
// floating point nor libm, so every machine gets the same bits.
#pragma once

#include <cstdint>

#include "engine/numeric/fixed_point.h"

namespace answerbox::engine {

// log2(x) in unsigned Q8.24, rounded down; exact for powers of two, otherwise
// at most 2^-23 too small. Precondition: x >= 1.
[[nodiscard]] std::uint32_t Log2Q24(std::uint64_t x) noexcept;

// ln(numerator / denominator) in signed Q15.16, within 1 unit of the last
// place. Preconditions: both >= 1. Range: [-44.4, 44.4].
[[nodiscard]] std::int32_t LnRatioQ16(std::uint64_t numerator,
                                      std::uint64_t denominator) noexcept;

// The largest integer whose square is at most x.
[[nodiscard]] std::uint32_t IntegerSquareRoot(std::uint64_t x) noexcept;

// The published inverse document frequency, ln((N + 1) / (n + 1)) + 1, in
// unsigned Q5.11, at least 1.0. Precondition: n <= N < 2^32.
//   N  chunks in the collection      n  chunks that hold the term
[[nodiscard]] std::uint16_t PaperIdfQ11(std::uint32_t chunks,
                                        std::uint32_t holding) noexcept;

// exp(x) in unsigned Q16, for x in signed Q12, at most 0; never falls as x
// rises. Within 2^-11 of the exact value.
[[nodiscard]] std::int32_t ExpQ16(std::int32_t x) noexcept;

// ln(p / (1 - p)) in signed Q12: 4096 is 1.0.
using LogOdds = std::int32_t;
inline constexpr LogOdds kOneLogOdds = 1 << 12;

// p, within 2^-10 of the exact value; never falls as the log-odds rise. In
// [0.0003, 0.9997]: beyond log-odds of +-8 it is constant.
[[nodiscard]] Q16 ProbabilityOf(LogOdds odds) noexcept;

}  // namespace answerbox::engine
