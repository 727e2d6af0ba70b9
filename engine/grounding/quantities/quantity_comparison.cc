#include <cstdint>
#include <cstdlib>

#include "engine/grounding/quantities/quantity.h"
#include "engine/grounding/quantities/ratio.h"

namespace answerbox::engine {
namespace {

// "About" a value are those that differ by at most a fiftieth. Times in
// different units may differ by an eleventh: "8 weeks" is "2 months".
constexpr std::int64_t kAboutParts = 50;
constexpr std::int64_t kConvertedParts = 11;

// Both ranges are in the same unit.
bool IsWithin(const Ratio& low, const Ratio& high, const Ratio& outer_low,
              const Ratio& outer_high) {
  return !IsLess(low, outer_low) && !IsLess(outer_high, high);
}

// Whether two values of one sign differ by at most 1 part in `parts`. Values of
// different signs are never near: -1 and 1 differ by everything.
bool AreNear(Ratio a, Ratio b, std::int64_t parts) {
  if ((a.numerator < 0) != (b.numerator < 0)) return false;
  a.numerator = std::abs(a.numerator);
  b.numerator = std::abs(b.numerator);
  const auto less = Product(IsLess(a, b) ? a : b, {parts + 1, parts});
  if (!less) return a == b;
  return !IsLess(*less, IsLess(a, b) ? b : a);
}

// A part that one date does not say (0) agrees with any.
bool AreDatesCompatible(const Ratio& a, const Ratio& b) {
  const auto agrees = [](std::int64_t x, std::int64_t y) {
    return x == 0 || y == 0 || x == y;
  };
  const std::int64_t left = a.numerator;
  const std::int64_t right = b.numerator;
  return agrees(left / 10000, right / 10000) &&
         agrees(left / 100 % 100, right / 100 % 100) &&
         agrees(left % 100, right % 100);
}

// A year may be a plain number: "in 2020", "2020 cases".
bool IsYearAlone(const Quantity& quantity) {
  return quantity.dimension == Dimension::kDate &&
         quantity.low.numerator % 10000 == 0 &&
         quantity.high.numerator % 10000 == 0;
}

bool HasSameUnit(const Quantity& a, const Quantity& b) {
  return a.dimension == b.dimension && a.per == b.per &&
         a.per_second == b.per_second;
}

bool IsPerTime(const Quantity& quantity) {
  return quantity.per == Dimension::kTime ||
         quantity.per_second == Dimension::kTime;
}

// Whether two quantities differ in a time alone that one of them is per. "5 mg
// a day" and "5 mg" may be the same, as "daily" may stand elsewhere. "5
// mg/hour" is another unit, unless "hourly" follows the other.
bool SaysHowOftenApart(const Quantity& a, const Quantity& b) {
  const auto other_per = [](const Quantity& quantity) {
    return quantity.per == Dimension::kTime ? Dimension::kCount : quantity.per;
  };
  if (other_per(a) != other_per(b) || IsPerTime(a) == IsPerTime(b))
    return false;
  const Quantity& rate = IsPerTime(a) ? a : b;
  const Quantity& other = IsPerTime(a) ? b : a;
  return !rate.is_per_hour || other.is_repeated;
}

bool IsSameWritten(const Quantity& a, const Quantity& b) {
  return a.written_low == b.written_low && a.written_high == b.written_high;
}

// Whether both are written in the same unit. If value and written number have
// the same ratio on both sides, the units are the same. Multiplied out, since a
// written number may be 0.
bool HaveSameFactor(const Quantity& a, const Quantity& b) {
  const auto left = Product(a.low, b.written_low);
  const auto right = Product(b.low, a.written_low);
  return left && right && *left == *right;
}

bool AreValuesCompatible(const Quantity& answer, const Quantity& context) {
  if (answer.low == context.low && answer.high == context.high) return true;
  // Weeks and months have no whole ratio to each other.
  const bool is_time = answer.dimension == Dimension::kTime;
  const bool is_converted = is_time && !HaveSameFactor(answer, context);
  if (answer.is_about || context.is_about || is_converted) {
    const std::int64_t parts = is_converted ? kConvertedParts : kAboutParts;
    if (AreNear(answer.low, context.low, parts) &&
        AreNear(answer.high, context.high, parts)) {
      return true;
    }
  }
  // "6 to 8 days" is another instruction than "5 to 10 days".
  if (answer.IsRange() && context.IsRange()) return false;
  if (context.IsRange()) {
    return IsWithin(answer.low, answer.high, context.low, context.high);
  }
  if (answer.IsRange()) {
    return IsWithin(context.low, context.high, answer.low, answer.high);
  }
  if (answer.bound == context.bound) return false;
  if (answer.bound == Bound::kExact && context.bound == Bound::kAtLeast) {
    return IsLess(context.low, answer.low);
  }
  if (answer.bound == Bound::kExact && context.bound == Bound::kAtMost) {
    return IsLess(answer.low, context.low);
  }
  if (context.bound == Bound::kExact && answer.bound == Bound::kAtLeast) {
    return IsLess(answer.low, context.low);
  }
  if (context.bound == Bound::kExact && answer.bound == Bound::kAtMost) {
    return IsLess(context.low, answer.low);
  }
  return false;
}

}  // namespace

// The same number with another unit is told apart from another value, since it
// is most often a slip of the unit, the worst kind in a dose.
QuantityRelation Compare(const Quantity& answer,
                         const Quantity& context) noexcept {
  if (HasSameUnit(answer, context)) {
    if (answer.dimension == Dimension::kDate) {
      const bool is_compatible =
          (AreDatesCompatible(answer.low, context.low) &&
           AreDatesCompatible(answer.high, context.high)) ||
          (context.IsRange() &&
           IsWithin(answer.low, answer.high, context.low, context.high));
      return is_compatible ? QuantityRelation::kCompatible
                           : QuantityRelation::kValueDiffers;
    }
    if (AreValuesCompatible(answer, context)) {
      // "At least 5" and "at most 5" have the same value.
      const bool is_opposite_bound = answer.bound != context.bound &&
                                     answer.bound != Bound::kExact &&
                                     context.bound != Bound::kExact;
      return is_opposite_bound ? QuantityRelation::kValueDiffers
                               : QuantityRelation::kCompatible;
    }
    return IsSameWritten(answer, context) ? QuantityRelation::kUnitDiffers
                                          : QuantityRelation::kValueDiffers;
  }
  const bool is_answer_count = answer.dimension == Dimension::kCount;
  const bool is_context_count = context.dimension == Dimension::kCount;
  if (is_answer_count || is_context_count || IsYearAlone(answer) ||
      IsYearAlone(context)) {
    // A number whose unit was left out.
    return IsSameWritten(answer, context) ? QuantityRelation::kCompatible
                                          : QuantityRelation::kUnrelated;
  }
  if (answer.dimension == context.dimension) {
    if (!IsSameWritten(answer, context)) return QuantityRelation::kValueDiffers;
    return SaysHowOftenApart(answer, context) ? QuantityRelation::kCompatible
                                              : QuantityRelation::kUnitDiffers;
  }
  return IsSameWritten(answer, context) ? QuantityRelation::kUnitDiffers
                                        : QuantityRelation::kUnrelated;
}

}  // namespace answerbox::engine
