// Numbers of the evaluator of ConSens, in both arithmetics. Mass: a probability
// of a word. Share: P(s | h). Odds: how much likelier one sentence makes a word
// than what all sentences have in common does. Sum: of shares times odds.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/numeric/arithmetic.h"

namespace answerbox::engine {

template <typename A>
struct LikelihoodNumbers;

// Mass: Q40, at most 1, and at least kLeastMass where it divides. Share: Q24,
// at most 1. Odds: Q8, at most 2^39. Sum: Q32, 1 plus shares times odds; since
// shares sum up to 1 at most, it is at most 2^63 + 2^32.
template <>
struct LikelihoodNumbers<FixedArithmetic> {
  using Mass = std::uint64_t;
  using Share = std::uint64_t;
  using Odds = std::uint64_t;
  using Sum = std::uint64_t;
  static constexpr Mass kLeastMass = 1u << 9;     // 2^-31.
  static constexpr Share kLeastShare = 1u << 14;  // 2^-10.
  static constexpr Sum kOneSum = Sum{1} << 32;

  // Preconditions: n <= d, d >= 1.
  static Mass Ratio(std::uint64_t n, std::uint64_t d) noexcept {
    const int excess = std::max(0, static_cast<int>(std::bit_width(n)) - 24);
    return ((n >> excess) << 40) / std::max<std::uint64_t>(d >> excess, 1);
  }
  static Share Part(std::uint64_t count) noexcept {
    return (Share{1} << 24) / count;
  }
  // Returns a times n / d. Preconditions: n <= d, d >= 1.
  static Mass Scaled(Mass a, std::uint64_t n, std::uint64_t d) noexcept {
    const int excess = std::max(0, static_cast<int>(std::bit_width(d)) - 23);
    return a * (n >> excess) / (d >> excess);
  }
  static Odds OddsOf(Mass x, Mass common) noexcept { return (x << 8) / common; }
  static Sum Joint(Share share, Odds odds) noexcept { return share * odds; }
  // Precondition: the product is at most 1.
  static Mass Product(Mass common, Sum sum) noexcept {
    return (common * (sum >> 16)) >> 16;
  }
  // Returns share (1 + odds) / sum, at most 1.
  static Share Posterior(Share share, Odds odds, Sum sum) noexcept {
    const std::uint64_t joint = share * ((Odds{1} << 8) + odds);
    const int shift = std::min(24, std::countl_zero(joint));
    return std::min((joint << shift) / (sum >> (24 - shift)), Share{1} << 24);
  }
  // Returns 1 / mass in Q8.
  static std::uint64_t Inverse(Mass mass) noexcept {
    return (std::uint64_t{1} << 48) / mass;
  }
  // Return ln(a / b) and ln(sum) in Q16.
  static std::int64_t Ln(Mass a, Mass b) noexcept { return LnRatioQ16(a, b); }
  static std::int64_t LnOfSum(Sum sum) noexcept {
    return LnRatioQ16(sum, kOneSum);
  }
  // In Q16.
  static std::int64_t ToQ16(Share share) noexcept {
    return static_cast<std::int64_t>(share >> 8);
  }
};

template <>
struct LikelihoodNumbers<FloatArithmetic> {
  using Mass = double;
  using Share = double;
  using Odds = double;
  using Sum = double;
  static constexpr Mass kLeastMass = 1.0 / (std::uint64_t{1} << 31);
  static constexpr Share kLeastShare = 1.0 / 1024;
  static constexpr Sum kOneSum = 1.0;

  static Mass Ratio(std::uint64_t n, std::uint64_t d) noexcept {
    return static_cast<double>(n) / static_cast<double>(d);
  }
  static Share Part(std::uint64_t count) noexcept { return Ratio(1, count); }
  static Mass Scaled(Mass a, std::uint64_t n, std::uint64_t d) noexcept {
    return a * Ratio(n, d);
  }
  static Odds OddsOf(Mass x, Mass common) noexcept { return x / common; }
  static Sum Joint(Share share, Odds odds) noexcept { return share * odds; }
  static Mass Product(Mass common, Sum sum) noexcept { return common * sum; }
  static Share Posterior(Share share, Odds odds, Sum sum) noexcept {
    return share * (1 + odds) / sum;
  }
  static std::uint64_t Inverse(Mass mass) noexcept {
    return static_cast<std::uint64_t>(256 / mass);
  }
  static std::int64_t Ln(Mass a, Mass b) noexcept {
    return std::llround(std::log(a / b) * Q16::kOne);
  }
  static std::int64_t LnOfSum(Sum sum) noexcept { return Ln(sum, 1); }
  static std::int64_t ToQ16(Share share) noexcept {
    return std::llround(share * Q16::kOne);
  }
};

}  // namespace answerbox::engine
