#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "engine/grounding/quantities/quantity_grammar.h"
#include "engine/text/character_class.h"

namespace answerbox::engine {
namespace {

using Kind = TextPiece::Kind;

std::optional<Ratio> ToBase(const Ratio& value, const MeasureUnit& unit) {
  const auto moved = Sum(value, unit.offset);
  if (!moved) return std::nullopt;
  return Product(*moved, unit.factor);
}

constexpr Ratio kOneDay{86400, 1};

// Whether the noun at `position` is counted in parts: "half a tablet", "1/4 of
// a cup". "Half the patients" is a share.
bool IsPortionAt(const QuantityGrammar& grammar, std::uint32_t position) {
  TextPiece piece = grammar.At(position);
  for (const std::string_view word : {"of", "a", "an", "one"}) {
    if (grammar.IsWord(piece, word)) piece = grammar.At(piece.range.end);
  }
  return IsOneOf(
      grammar.TextOf(piece),
      {"ampoule",  "ampoules",  "bottle",      "bottles",       "caplet",
       "caplets",  "capsule",   "capsules",    "cup",           "cups",
       "glass",    "glasses",   "lozenge",     "lozenges",      "patch",
       "patches",  "pill",      "pills",       "sachet",        "sachets",
       "spoonful", "spoonfuls", "suppository", "suppositories", "tab",
       "tablet",   "tablets",   "tabs",        "vial",          "vials"});
}

// Four digits without a unit. Commas and words are no year: "1,500", "two
// thousand".
bool IsYear(const NumberRange& range) {
  const auto is_year = [](const WrittenNumber& number) {
    return number.plain_digits == 4 && number.value.numerator >= kFirstYear &&
           number.value.numerator <= kLastYear;
  };
  return is_year(range.first) && is_year(range.last);
}

// How often: "3 times a day", and "6 hourly" or "6-hourly" for every 6 hours.
std::optional<Quantity> RepetitionAt(const QuantityGrammar& grammar,
                                     std::uint32_t begin,
                                     const NumberRange& range) {
  const TextPiece next = grammar.At(range.end);
  if (IsOneOf(grammar.TextOf(next), {"times", "time", "x"})) {
    const auto times =
        TimesAt(grammar, begin, next.range.end, range.low, range.high);
    if (times) return times;
  }
  const TextPiece hourly =
      grammar.IsSign(next, '-') ? grammar.At(next.range.end) : next;
  if (!grammar.IsWord(hourly, "hourly") || range.low.numerator <= 0) {
    return std::nullopt;
  }
  return Every({begin, hourly.range.end}, range.low, range.high, {3600, 1});
}

// The unit after the number or range, or else that after its first number:
// "half an hour", "10 mg to 20".
std::optional<QuantityGrammar::Unit> UnitOf(const QuantityGrammar& grammar,
                                            const NumberRange& range) {
  if (const auto unit = grammar.UnitAt(range.end)) return unit;
  if (range.first_unit || !range.first.is_fraction) return range.first_unit;
  const TextPiece article = grammar.At(range.end);
  if (!grammar.IsWord(article, "a") && !grammar.IsWord(article, "an")) {
    return std::nullopt;
  }
  return grammar.UnitAt(article.range.end);
}

// Divides by what the quantity is per, such as "/kg/day" after "5 mg". Stops
// before what is too large: the rest is then not read.
void ReadDivisors(const QuantityGrammar& grammar, Quantity& quantity) {
  for (Dimension* per : {&quantity.per, &quantity.per_second}) {
    const TextPiece word = grammar.At(quantity.range.end);
    // "30 minutes every day": how often is a quantity of its own.
    if (grammar.IsWord(word, "every") || grammar.IsWord(word, "each") ||
        grammar.FrequencyOf(word)) {
      quantity.is_repeated = true;
      break;
    }
    const auto divisor = grammar.PerAt(quantity.range.end, true);
    if (!divisor) break;
    const auto least = Quotient(quantity.low, divisor->unit.factor);
    const auto most = Quotient(quantity.high, divisor->unit.factor);
    if (!least || !most) break;
    *per = divisor->unit.dimension;
    quantity.is_per_hour =
        quantity.is_per_hour ||
        (*per == Dimension::kTime && IsLess(divisor->unit.factor, kOneDay));
    quantity.low = *least;
    quantity.high = *most;
    quantity.range.end = divisor->end;
  }
  // "mg/day/kg" is "mg/kg/day".
  if (quantity.per == Dimension::kTime &&
      quantity.per_second != Dimension::kCount) {
    std::swap(quantity.per, quantity.per_second);
  }
}

// Makes a number a measure. A value that is too large stays a number.
void ReadMeasure(const QuantityGrammar& grammar, const NumberRange& range,
                 const QuantityGrammar::Unit& last_unit, Quantity& quantity) {
  const QuantityGrammar::Unit& first_unit =
      range.first_unit ? *range.first_unit : last_unit;
  const auto low = ToBase(range.low, first_unit.unit);
  const auto high = ToBase(range.high, last_unit.unit);
  if (!low || !high) return;
  quantity.is_word = false;
  quantity.dimension = first_unit.unit.dimension;
  quantity.low = *low;
  quantity.high = *high;
  quantity.range.end = std::max(last_unit.end, range.end);
  const bool are_two = range.first_unit &&
                       (first_unit.unit.dimension != last_unit.unit.dimension ||
                        IsLess(*high, *low));
  if (are_two) {  // "500 m - 10 %": here the first, later the second.
    quantity.high = *low;
    quantity.written_high = quantity.written_low;
    quantity.range.end = first_unit.end;
  }
  ReadDivisors(grammar, quantity);
}

// "1 in 5", "3 out of 10": a share, if the whole is a number greater than the
// part. "5 in 2020" tells a year.
void ReadShare(const QuantityGrammar& grammar, const NumberRange& range,
               Quantity& quantity) {
  const TextPiece in = grammar.At(range.end);
  TextPiece total = grammar.At(in.range.end);
  if (grammar.IsWord(in, "out") && grammar.IsWord(total, "of")) {
    total = grammar.At(total.range.end);
  } else if (!grammar.IsWord(in, "in")) {
    return;
  }
  if (total.kind != Kind::kDigits && total.kind != Kind::kWord) return;
  const auto whole = grammar.NumberAt(total);
  if (!whole || whole->is_ordinal || whole->is_fraction ||
      !IsLess(range.high, whole->value) || grammar.UnitAt(whole->range.end)) {
    return;
  }
  // Round numbers at the ends are wholes: "1 in 1500".
  if (whole->plain_digits == 4 && whole->value.numerator > kFirstYear &&
      whole->value.numerator < kLastYear) {
    return;
  }
  const auto low = Quotient(range.low, whole->value);
  const auto high = Quotient(range.high, whole->value);
  if (!low || !high) return;
  quantity.dimension = Dimension::kShare;
  quantity.low = *low;
  quantity.high = *high;
  quantity.range.end = whole->range.end;
  quantity.is_word = false;
}

}  // namespace

// A sign of money comes before its number, so the unit is known first.
std::optional<Quantity> MoneyAt(const QuantityGrammar& grammar,
                                const TextPiece& sign) {
  Dimension currency = Dimension::kMoney;
  if (grammar.IsSign(sign, 0xA3)) {
    currency = Dimension::kPounds;
  } else if (grammar.IsSign(sign, 0x20AC)) {
    currency = Dimension::kEuros;
  } else if (!grammar.IsSign(sign, '$')) {
    return std::nullopt;
  }
  const TextPiece piece = grammar.At(sign.range.end);
  if (piece.kind != Kind::kDigits) return std::nullopt;
  const auto range = RangeAt(grammar, piece);
  if (!range || range->first_unit) return std::nullopt;
  return Plain({sign.range.begin, range->end}, currency, range->low,
               range->high);
}

// The order decides: a unit makes "2000 m" a length and no year, and a fraction
// without a unit is a share.
std::optional<Quantity> MeasureAt(const QuantityGrammar& grammar,
                                  const TextPiece& piece) {
  const auto range = RangeAt(grammar, piece);
  if (!range) return std::nullopt;
  const std::uint32_t begin = piece.range.begin;
  if (!range->first_unit) {
    if (auto found = RepetitionAt(grammar, begin, *range)) return found;
  }
  Quantity quantity =
      Plain({begin, range->end}, Dimension::kCount, range->low, range->high);
  quantity.is_word = range->first.is_word;
  if (range->first.is_ordinal) {
    quantity.dimension = Dimension::kOrdinal;
  } else if (const auto unit = UnitOf(grammar, *range)) {
    ReadMeasure(grammar, *range, *unit, quantity);
  } else if (range->first.is_fraction) {
    if (!IsPortionAt(grammar, range->end)) {
      quantity.dimension = Dimension::kShare;
    }
  } else if (IsYear(*range)) {
    quantity.dimension = Dimension::kDate;
    quantity.low = DateOf(range->low.numerator, 0, 0);
    quantity.high = DateOf(range->high.numerator, 0, 0);
  } else {
    ReadShare(grammar, *range, quantity);
  }
  return quantity;
}

}  // namespace answerbox::engine
