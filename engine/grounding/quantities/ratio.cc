#include "engine/grounding/quantities/ratio.h"

#include <numeric>

namespace answerbox::engine {
namespace {

bool IsInRange(std::int64_t part) {
  return part >= -kMaxRatioPart && part <= kMaxRatioPart;
}

// Both at least 0, the denominators at least 1: compares whole parts, then the
// inverses of the rests, as Euclid would.
bool IsLessUnsigned(Ratio a, Ratio b) {
  for (;;) {
    const std::int64_t whole_a = a.numerator / a.denominator;
    const std::int64_t whole_b = b.numerator / b.denominator;
    if (whole_a != whole_b) return whole_a < whole_b;
    const std::int64_t rest_a = a.numerator % a.denominator;
    const std::int64_t rest_b = b.numerator % b.denominator;
    if (rest_b == 0) return false;
    if (rest_a == 0) return true;
    const Ratio inverse_b{b.denominator, rest_b};
    b = {a.denominator, rest_a};
    a = inverse_b;
  }
}

}  // namespace

// Lowest terms make equality a comparison of parts. The sign goes to the
// numerator, or -1/2 and 1/-2 would differ.
std::optional<Ratio> MakeRatio(std::int64_t numerator,
                               std::int64_t denominator) noexcept {
  if (denominator == 0 || !IsInRange(numerator) || !IsInRange(denominator)) {
    return std::nullopt;
  }
  const std::int64_t divisor = std::gcd(numerator, denominator);
  const std::int64_t sign = denominator < 0 ? -1 : 1;
  return Ratio{sign * numerator / divisor, sign * denominator / divisor};
}

// The product of two denominators may overflow although the sum is small; then
// there is no sum, and no quantity.
std::optional<Ratio> Sum(const Ratio& a, const Ratio& b) noexcept {
  std::int64_t left = 0;
  std::int64_t right = 0;
  std::int64_t sum = 0;
  std::int64_t denominator = 0;
  if (__builtin_mul_overflow(a.numerator, b.denominator, &left) ||
      __builtin_mul_overflow(b.numerator, a.denominator, &right) ||
      __builtin_add_overflow(left, right, &sum) ||
      __builtin_mul_overflow(a.denominator, b.denominator, &denominator)) {
    return std::nullopt;
  }
  const std::int64_t divisor = std::gcd(sum, denominator);
  return MakeRatio(sum / divisor, denominator / divisor);
}

// Reduced crosswise first, so that a product that fits is found although the
// products of the parts do not.
std::optional<Ratio> Product(const Ratio& a, const Ratio& b) noexcept {
  const std::int64_t first = std::gcd(a.numerator, b.denominator);
  const std::int64_t second = std::gcd(b.numerator, a.denominator);
  std::int64_t numerator = 0;
  std::int64_t denominator = 0;
  if (__builtin_mul_overflow(a.numerator / first, b.numerator / second,
                             &numerator) ||
      __builtin_mul_overflow(a.denominator / second, b.denominator / first,
                             &denominator)) {
    return std::nullopt;
  }
  return MakeRatio(numerator, denominator);
}

std::optional<Ratio> Quotient(const Ratio& a, const Ratio& b) noexcept {
  const auto inverse = MakeRatio(b.denominator, b.numerator);
  if (!inverse) return std::nullopt;
  return Product(a, *inverse);
}

// Cross multiplication would overflow, so this compares without it.
bool IsLess(const Ratio& a, const Ratio& b) noexcept {
  const bool is_a_negative = a.numerator < 0;
  const bool is_b_negative = b.numerator < 0;
  if (is_a_negative != is_b_negative) return is_a_negative;
  if (!is_a_negative) return IsLessUnsigned(a, b);
  return IsLessUnsigned({-b.numerator, b.denominator},
                        {-a.numerator, a.denominator});
}

}  // namespace answerbox::engine
