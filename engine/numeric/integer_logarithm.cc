#include "engine/numeric/integer_logarithm.h"

#include <algorithm>
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

namespace {

constexpr LogOdds kEnd = 8 * kOneLogOdds;
constexpr LogOdds kStep = kOneLogOdds / 4;

// 1 / (1 + exp(-x)) in Q16 at x = -8, -7.75, to 8. A table and a line between
// its values: the same on every machine, as no library's exp is.
constexpr std::array<std::int32_t, 65> kLogistic = {
    22,    28,    36,    47,    60,    77,    98,    126,   162,   208,   267,
    342,   439,   562,   720,   922,   1179,  1506,  1921,  2446,  3108,  3938,
    4971,  6249,  7812,  9702,  11955, 14595, 17625, 21025, 24743, 28693, 32768,
    36843, 40793, 44511, 47911, 50941, 53581, 55834, 57724, 59287, 60565, 61598,
    62428, 63090, 63615, 64030, 64357, 64614, 64816, 64974, 65097, 65194, 65269,
    65328, 65374, 65410, 65438, 65459, 65476, 65489, 65500, 65508, 65514,
};

}  // namespace

Q16 ProbabilityOf(LogOdds odds) noexcept {
  const LogOdds from_begin = std::clamp(odds, -kEnd, kEnd - 1) + kEnd;
  const auto step = static_cast<std::size_t>(from_begin / kStep);
  const std::int32_t rest = from_begin % kStep;
  const std::int32_t low = kLogistic[step];
  return Q16::FromRaw(low + (kLogistic[step + 1] - low) * rest / kStep);
}

}  // namespace answerbox::engine
