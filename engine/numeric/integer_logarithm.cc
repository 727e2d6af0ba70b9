#include "engine/numeric/integer_logarithm.h"

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>

namespace answerbox::engine {
namespace {

constexpr int kFractionBits = 24;
constexpr std::uint64_t kLn2Q32 = 2977044472;  // ln 2 = 0.693147...

constexpr std::uint32_t ComputeLog2Q24(std::uint64_t x) noexcept {
  const int exponent = static_cast<int>(std::bit_width(x)) - 1;
  // Mantissa in [1, 2) as Q1.31. Squaring it doubles its logarithm: each time
  // the square reaches 2, the next bit of the logarithm is one.
  std::uint64_t mantissa =
      exponent <= 31 ? x << (31 - exponent) : x >> (exponent - 31);
  std::uint32_t fraction = 0;
  for (int bit = 0; bit < kFractionBits; ++bit) {
    // Q1.31 squared is Q2.62, which fits into 64 bits; the low bits are
    // dropped, hence at most 2^-23 too small.
    mantissa = mantissa * mantissa >> 31;
    fraction <<= 1;
    if (mantissa >> 32 != 0) {
      mantissa >>= 1;
      fraction |= 1;
    }
  }
  return static_cast<std::uint32_t>(exponent) << kFractionBits | fraction;
}

// A table is used because most terms are in few chunks, and computing a
// logarithm takes about 150 cycles.
constexpr auto kLogarithms = [] {
  std::array<std::uint32_t, 256> logarithms{};
  for (std::uint32_t x = 1; x < logarithms.size(); ++x) {
    logarithms[x] = ComputeLog2Q24(x);
  }
  return logarithms;
}();

// 65536 * 2^(-i / 16), for i = 0 to 16.
constexpr std::array<std::int32_t, 17> kPowers = {
    65536, 62757, 60097, 57549, 55109, 52773, 50535, 48393, 46341,
    44376, 42495, 40693, 38968, 37316, 35734, 34219, 32768};

constexpr int kPowerBits = 12;
constexpr int kStepBits = 8;  // 4096 / 16 steps.

}  // namespace

std::uint32_t Log2Q24(std::uint64_t x) noexcept {
  assert(x >= 1);
  return x < kLogarithms.size() ? kLogarithms[static_cast<std::size_t>(x)]
                                : ComputeLog2Q24(x);
}

std::int32_t LnRatioQ16(std::uint64_t numerator,
                        std::uint64_t denominator) noexcept {
  const std::int64_t log2_q24 = static_cast<std::int64_t>(Log2Q24(numerator)) -
                                static_cast<std::int64_t>(Log2Q24(denominator));
  // Computed for the magnitude, so that ln(a / b) is exactly -ln(b / a).
  const bool negative = log2_q24 < 0;
  const auto magnitude =
      static_cast<std::uint64_t>(negative ? -log2_q24 : log2_q24);
  // Q8.24 times Q0.32 is at most 62 bits; 40 of them become 16, rounded.
  const std::uint64_t product = magnitude * kLn2Q32;
  const auto rounded =
      static_cast<std::int32_t>((product + (std::uint64_t{1} << 39)) >> 40);
  return negative ? -rounded : rounded;
}

std::uint32_t IntegerSquareRoot(std::uint64_t x) noexcept {
  std::uint64_t root = 0;
  // Works digit by digit in base 4, because fixed arithmetic has no floating
  // point.
  std::uint64_t bit = std::uint64_t{1} << 62;
  while (bit > x) bit >>= 2;
  for (; bit != 0; bit >>= 2) {
    if (x >= root + bit) {
      x -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
  }
  return static_cast<std::uint32_t>(root);
}

std::uint16_t PaperIdfQ11(std::uint32_t chunks,
                          std::uint32_t holding) noexcept {
  assert(holding <= chunks);
  const std::int32_t ln_q16 =
      LnRatioQ16(std::uint64_t{chunks} + 1, std::uint64_t{holding} + 1);
  return static_cast<std::uint16_t>((1 << 11) + ((ln_q16 + (1 << 4)) >> 5));
}

std::int32_t ExpQ16(std::int32_t x) noexcept {
  assert(x <= 0);
  // -x * log2(e), in Q12; log2(e) is 5909.27 in Q12.
  const std::int64_t power = -std::int64_t{x} * 94548 >> 16;
  const std::int64_t halvings = power >> kPowerBits;
  if (halvings > 16) return 0;
  const auto fraction =
      static_cast<std::int32_t>(power & ((1 << kPowerBits) - 1));
  const auto step = static_cast<std::size_t>(fraction >> kStepBits);
  const std::int32_t rest = fraction & ((1 << kStepBits) - 1);
  // Interpolates linearly between two of the sixteen steps. The curve lies
  // below its chords by less than 2^-11.
  const std::int32_t value =
      kPowers[step] +
      (kPowers[step + 1] - kPowers[step]) * rest / (1 << kStepBits);
  return value >> halvings;
}

}  // namespace answerbox::engine
