#include "engine/grounding/quantities/quantity.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>

#include "engine/grounding/quantities/quantity_grammar.h"
#include "engine/text/character_class.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {

namespace {

using Kind = TextPiece::Kind;

// All words that a quantity may begin with.
constexpr WordTable kFirstWords(
    {"a",       "an",       "annually",  "apr",      "april",       "aug",
     "august",  "bd",       "bid",       "daily",    "dec",         "december",
     "dozen",   "each",     "eight",     "eighteen", "eighth",      "eighty",
     "eleven",  "eleventh", "every",     "feb",      "february",    "fifteen",
     "fifth",   "fifty",    "first",     "five",     "fortnightly", "forty",
     "four",    "fourteen", "fourth",    "friday",   "half",        "hourly",
     "jan",     "january",  "jul",       "july",     "jun",         "june",
     "mar",     "march",    "may",       "midday",   "midnight",    "minus",
     "monday",  "monthly",  "nightly",   "nine",     "nineteen",    "ninety",
     "ninth",   "noon",     "nov",       "november", "oct",         "october",
     "od",      "once",     "one",       "qds",      "qid",         "saturday",
     "second",  "sep",      "september", "seven",    "seventeen",   "seventh",
     "seventy", "six",      "sixteen",   "sixth",    "sixty",       "sunday",
     "tds",     "ten",      "tenth",     "third",    "thirteen",    "thirty",
     "three",   "thrice",   "thursday",  "tid",      "tuesday",     "twelfth",
     "twelve",  "twenty",   "twice",     "two",      "wednesday",   "weekly",
     "yearly",  "zero"});
// Longer words are left out without a look-up.
constexpr std::size_t kLongestFirstWord = 11;

// Most words begin no quantity: one look-up leaves them out, before the grammar
// compares a word with each of its own.
bool MayBeginQuantity(std::string_view word) {
  if (word.size() > kLongestFirstWord) return false;
  std::array<char, kLongestFirstWord> lower{};
  std::ranges::transform(word, lower.begin(), ToLowerAscii);
  return kFirstWords.Find({lower.data(), word.size()}).has_value();
}

// "about", "up to", "no more than", ">=". Here the nearest word is `near`; a
// sign of two characters is read as two words.
void ReadWordsBefore(const QuantityGrammar& grammar, Quantity& quantity) {
  auto words = grammar.WordsBefore(quantity.range.begin);
  std::size_t first = 0;
  if (IsOneOf(words[0], {"about", "around", "approximately", "nearly", "almost",
                         "roughly", "some", "approx", "~"})) {
    quantity.is_about = true;
    ++first;
  }
  const std::string_view near = words[first];
  const std::string_view next =
      first + 1 < words.size() ? words[first + 1] : std::string_view();
  const std::string_view far =
      first + 2 < words.size() ? words[first + 2] : std::string_view();
  // "no more than 5" bounds from the other side than "more than 5".
  const bool is_than = IsSameWord(near, "than");
  const bool is_denied = IsOneOf(far, {"no", "not"});
  if (IsOneOf(near, {"over", "above", "exceeding", "minimum", "least", ">",
                     "\u2265"}) ||
      (IsSameWord(near, "=") && next == ">") ||
      (is_than && IsOneOf(next, {"more", "greater", "longer", "older", "higher",
                                 "larger"}))) {
    quantity.bound = is_denied && is_than ? Bound::kAtMost : Bound::kAtLeast;
  } else if (IsOneOf(near, {"under", "below", "within", "maximum", "most",
                            "max", "<", "\u2264"}) ||
             (IsSameWord(near, "=") && next == "<") ||
             (is_than && IsOneOf(next, {"less", "fewer", "shorter", "younger",
                                        "lower", "smaller"})) ||
             (IsSameWord(near, "to") && IsSameWord(next, "up"))) {
    quantity.bound = is_denied && is_than ? Bound::kAtLeast : Bound::kAtMost;
  }
}

// "or more", "or older", "+". These win over what stands before: "about 5 or
// more" is a bound.
void ReadWordsAfter(const QuantityGrammar& grammar, Quantity& quantity) {
  const TextPiece piece = grammar.At(quantity.range.end);
  if (grammar.IsSign(piece, '+') && piece.range.begin == quantity.range.end) {
    quantity.bound = Bound::kAtLeast;
    return;
  }
  if (!grammar.IsWord(piece, "or") && !grammar.IsWord(piece, "and")) return;
  const TextPiece next = grammar.At(piece.range.end);
  const std::string_view word = grammar.TextOf(next);
  if (IsOneOf(word, {"more", "older", "over", "above", "longer", "higher",
                     "greater", "larger"})) {
    quantity.bound = Bound::kAtLeast;
  } else if (IsOneOf(word, {"less", "fewer", "younger", "under", "below",
                            "shorter", "lower", "smaller"})) {
    quantity.bound = Bound::kAtMost;
  }
}

}  // namespace

// Digits that follow a letter, or a letter and a hyphen. "B12", "COVID-19" and
// "10^3" are names or parts of numbers that were read. After a small letter a
// hyphen is a dash: "day-5".
bool QuantityReader::IsWithinWord(std::uint32_t begin) const noexcept {
  if (begin == begin_) return false;
  const char before = text_[begin - 1];
  if (Is(before, kLetterByte) || before == '_' || before == '^') return true;
  if (before != '-' || begin < begin_ + 2) return false;
  return Is(text_[begin - 2], kUpperByte);
}

std::optional<Quantity> QuantityReader::Next() noexcept {
  for (;;) {
    const TextPiece piece = PieceAt(text_, position_);
    if (piece.kind == Kind::kEnd) return std::nullopt;
    position_ = piece.range.end;
    const QuantityGrammar grammar(text_, begin_);
    std::optional<Quantity> found;
    // The narrower reading comes first: "8 am" and "12 March" begin with a
    // number that MeasureAt would take alone.
    if (piece.kind == Kind::kDigits) {
      if (IsWithinWord(piece.range.begin)) continue;
      found = ClockAt(grammar, piece);
      if (!found) found = DateAt(grammar, piece);
      if (!found) found = MeasureAt(grammar, piece);
    } else if (piece.kind == Kind::kWord) {
      if (!MayBeginQuantity(grammar.TextOf(piece))) continue;
      found = WordQuantityAt(grammar, piece);
      if (!found) found = DateAt(grammar, piece);
      if (!found) found = MeasureAt(grammar, piece);
    } else {
      found = MoneyAt(grammar, piece);
      if (!found) found = MeasureAt(grammar, piece);
    }
    if (!found) continue;
    ReadWordsBefore(grammar, *found);
    ReadWordsAfter(grammar, *found);
    position_ = std::max(found->range.end, position_);
    return found;
  }
}

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
