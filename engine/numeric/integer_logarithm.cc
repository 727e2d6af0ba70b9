#include "engine/numeric/integer_logarithm.h"

#include <array>
#include <bit>
#include <cassert>

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
    mantissa = mantissa * mantissa >> 31;
    fraction <<= 1;
    if (mantissa >> 32 != 0) {
      mantissa >>= 1;
      fraction |= 1;
    }
  }
  return static_cast<std::uint32_t>(exponent) << kFractionBits | fraction;
}

// A table, since most terms are in few chunks and computing a logarithm takes
// about 150 cycles.
constexpr auto kLogarithms = [] {
  std::array<std::uint32_t, 256> logarithms{};
  for (std::uint32_t x = 1; x < logarithms.size(); ++x) {
    logarithms[x] = ComputeLog2Q24(x);
  }
  return logarithms;
}();

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

}  // namespace answerbox::engine
