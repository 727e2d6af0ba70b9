// The fixed-point number that holds scores.
//
// Q16 is signed Q15.16: an int32 that counts 1/65536, range [-32768, 32768).
// Products and quotients pass through 64 bits and round half away from zero.
// The longest safe sum: 2^15 terms of at most 1.0, or 64 of at most 511. Debug
// builds assert that every result is in range.
#pragma once

#include <cassert>
#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>

namespace answerbox::engine {

class Q16 {
 public:
  static constexpr int kFractionBits = 16;
  static constexpr std::int32_t kOne = 1 << kFractionBits;

  constexpr Q16() = default;

  // raw / 65536.
  [[nodiscard]] static constexpr Q16 FromRaw(std::int64_t raw) noexcept {
    assert(raw >= std::numeric_limits<std::int32_t>::min() &&
           raw <= std::numeric_limits<std::int32_t>::max());
    Q16 q;
    q.raw_ = static_cast<std::int32_t>(raw);
    return q;
  }

  // Precondition: |value| < 32768.
  [[nodiscard]] static constexpr Q16 FromInteger(std::int64_t value) noexcept {
    return FromRaw(value * kOne);
  }

  // numerator / denominator. Preconditions: denominator > 0; the quotient is in
  // range; |numerator| < 2^47.
  [[nodiscard]] static constexpr Q16 FromRatio(
      std::int64_t numerator, std::int64_t denominator) noexcept {
    assert(denominator > 0);
    return FromRaw(DivideRounded(numerator * kOne, denominator));
  }

  // The nearest number, for options that people write as decimals.
  // Precondition: |value| < 32768.
  [[nodiscard]] static Q16 FromDouble(double value) noexcept {
    return FromRaw(std::llround(value * kOne));
  }

  [[nodiscard]] constexpr std::int32_t raw() const noexcept { return raw_; }
  [[nodiscard]] constexpr double ToDouble() const noexcept {
    return static_cast<double>(raw_) / kOne;
  }

  constexpr Q16& operator+=(Q16 other) noexcept {
    return *this = FromRaw(std::int64_t{raw_} + other.raw_);
  }
  constexpr Q16& operator-=(Q16 other) noexcept {
    return *this = FromRaw(std::int64_t{raw_} - other.raw_);
  }
  friend constexpr Q16 operator+(Q16 a, Q16 b) noexcept { return a += b; }
  friend constexpr Q16 operator-(Q16 a, Q16 b) noexcept { return a -= b; }
  friend constexpr Q16 operator*(Q16 a, Q16 b) noexcept {
    // Shifting rounds down: one less makes a negative half round away from
    // zero.
    const std::int64_t product = std::int64_t{a.raw_} * b.raw_;
    return FromRaw((product + kOne / 2 - (product < 0 ? 1 : 0)) >>
                   kFractionBits);
  }
  // The same as a * b where neither is negative, in fewer steps.
  [[nodiscard]] static constexpr Q16 MultiplyPositive(Q16 a, Q16 b) noexcept {
    assert(a.raw_ >= 0 && b.raw_ >= 0);
    return FromRaw(static_cast<std::int64_t>(
        (std::uint64_t{static_cast<std::uint32_t>(a.raw_)} *
             static_cast<std::uint32_t>(b.raw_) +
         kOne / 2) >>
        kFractionBits));
  }
  // Precondition: b > 0.
  friend constexpr Q16 operator/(Q16 a, Q16 b) noexcept {
    return FromRatio(a.raw_, b.raw_);
  }
  friend constexpr auto operator<=>(Q16, Q16) = default;

 private:
  static constexpr std::int64_t DivideRounded(
      std::int64_t numerator, std::int64_t denominator) noexcept {
    const std::int64_t half = denominator / 2;
    return (numerator >= 0 ? numerator + half : numerator - half) / denominator;
  }

  std::int32_t raw_ = 0;
};

}  // namespace answerbox::engine
