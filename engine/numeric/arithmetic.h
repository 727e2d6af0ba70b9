// The two arithmetics in which every score can be computed. Scoring code is a
// template over the arithmetic A and writes `A::Ratio(matched, total)`.
//   FixedArithmetic  Q16 on integers (default); the same bits on every machine
//   FloatArithmetic  IEEE double and libm; for comparison with published
//                    figures
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/numeric/fixed_point.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {

enum class Arithmetic : std::uint8_t { kFixed = 1, kFloat = 2 };

struct FixedArithmetic {
  using Score = Q16;
  static constexpr Arithmetic kArithmetic = Arithmetic::kFixed;

  // numerator / denominator; 0 when the denominator is 0. The quotient is below
  // 32768. A numerator of more than 46 bits loses its low bits, and the
  // denominator as many: they are below the quotient's precision.
  [[nodiscard]] static Score Ratio(std::uint64_t numerator,
                                   std::uint64_t denominator) noexcept {
    const int excess = static_cast<int>(std::bit_width(numerator)) - 46;
    if (excess > 0) {
      numerator >>= excess;
      denominator >>= excess;
    }
    return denominator == 0
               ? Score{}
               : Score::FromRatio(static_cast<std::int64_t>(numerator),
                                  static_cast<std::int64_t>(denominator));
  }

  // ln(numerator / denominator). Preconditions: both >= 1.
  [[nodiscard]] static Score LnRatio(std::uint64_t numerator,
                                     std::uint64_t denominator) noexcept {
    return Score::FromRaw(LnRatioQ16(numerator, denominator));
  }

  // dot / sqrt(a * b) for the dot product and squared lengths of two vectors of
  // integers, cut to [0, 1]. Roots round down, so the quotient can exceed 1
  // slightly; lengths from a damaged file can make it exceed 1 by any amount. 0
  // when a or b is 0. Preconditions: a, b < 2^62.
  [[nodiscard]] static Score Cosine(std::uint64_t dot, std::uint64_t a,
                                    std::uint64_t b) noexcept {
    const std::uint64_t length =
        std::uint64_t{IntegerSquareRoot(a)} * IntegerSquareRoot(b);
    if (length == 0) return Score{};
    return dot >= length ? Score::FromInteger(1) : Ratio(dot, length);
  }

  [[nodiscard]] static Score FromFixed(Q16 value) noexcept { return value; }
  // The score in 1/256, rounded down.
  [[nodiscard]] static std::int32_t FloorQ8(Score score) noexcept {
    return score.raw() >> 8;
  }
  [[nodiscard]] static double ToDouble(Score score) noexcept {
    return score.ToDouble();
  }
  // The score's bits, for hashes that check reproducibility.
  [[nodiscard]] static std::uint64_t Bits(Score score) noexcept {
    return static_cast<std::uint32_t>(score.raw());
  }
};

struct FloatArithmetic {
  using Score = double;
  static constexpr Arithmetic kArithmetic = Arithmetic::kFloat;

  [[nodiscard]] static Score Ratio(std::uint64_t numerator,
                                   std::uint64_t denominator) noexcept {
    return denominator == 0 ? 0.0
                            : static_cast<double>(numerator) /
                                  static_cast<double>(denominator);
  }
  [[nodiscard]] static Score LnRatio(std::uint64_t numerator,
                                     std::uint64_t denominator) noexcept {
    return std::log(static_cast<double>(numerator) /
                    static_cast<double>(denominator));
  }
  [[nodiscard]] static Score Cosine(std::uint64_t dot, std::uint64_t a,
                                    std::uint64_t b) noexcept {
    if (a == 0 || b == 0) return 0.0;
    return std::min(
        1.0, static_cast<double>(dot) / (std::sqrt(static_cast<double>(a)) *
                                         std::sqrt(static_cast<double>(b))));
  }
  [[nodiscard]] static Score FromFixed(Q16 value) noexcept {
    return value.ToDouble();
  }
  [[nodiscard]] static std::int32_t FloorQ8(Score score) noexcept {
    return static_cast<std::int32_t>(std::floor(score * 256));
  }
  [[nodiscard]] static double ToDouble(Score score) noexcept { return score; }
  [[nodiscard]] static std::uint64_t Bits(Score score) noexcept {
    return std::bit_cast<std::uint64_t>(score);
  }
};

}  // namespace answerbox::engine
