#include "engine/grounding/quantities/quantity_measures.h"

#include <cstdint>
#include <string_view>
#include <utility>

#include "engine/grounding/quantities/quantity_times.h"
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

bool IsYear(const NumberRange& range) {
  const auto is_year = [](const WrittenNumber& number) {
    return number.plain_digits == 4 && number.value.numerator >= 1500 &&
           number.value.numerator <= 2100;
  };
  return is_year(range.first) && is_year(range.last);
}

}  // namespace

std::optional<Quantity> MoneyAt(const QuantityGrammar& grammar,
                                std::string_view text, const TextPiece& sign) {
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
  const auto range = RangeAt(grammar, text, piece);
  if (!range || range->first_unit) return std::nullopt;
  return Plain({sign.range.begin, range->end}, currency, range->low,
               range->high);
}

std::optional<Quantity> MeasureAt(const QuantityGrammar& grammar,
                                  std::string_view text,
                                  const TextPiece& piece) {
  const auto range = RangeAt(grammar, text, piece);
  if (!range) return std::nullopt;
  const std::uint32_t begin = piece.range.begin;
  const TextPiece next = grammar.At(range->end);
  if (!range->first_unit &&
      (grammar.IsWord(next, "times") || grammar.IsWord(next, "time") ||
       grammar.IsWord(next, "x"))) {
    if (auto found =
            TimesAt(grammar, begin, next.range.end, range->low, range->high)) {
      return found;
    }
  }
  // "6 hourly" and "6-hourly": every 6 hours.
  const TextPiece after_hyphen =
      grammar.IsSign(next, '-') ? grammar.At(next.range.end) : next;
  if (!range->first_unit && grammar.IsWord(after_hyphen, "hourly") &&
      range->low.numerator > 0) {
    const auto longest = Product(range->high, {3600, 1});
    const auto shortest = Product(range->low, {3600, 1});
    if (longest && shortest) {
      const auto least = Quotient({1, 1}, *longest);
      const auto most = Quotient({1, 1}, *shortest);
      if (least && most) {
        return Plain({begin, after_hyphen.range.end}, Dimension::kFrequency,
                     *least, *most);
      }
    }
  }
  Quantity quantity =
      Plain({begin, range->end}, Dimension::kCount, range->low, range->high);
  quantity.is_word = range->first.is_word;
  if (range->first.is_ordinal) {
    quantity.dimension = Dimension::kOrdinal;
    return quantity;
  }
  auto unit = grammar.UnitAt(range->end);
  if (!unit) unit = range->first_unit;
  // "half an hour"
  if (!unit && range->first.is_fraction) {
    const TextPiece article = grammar.At(range->end);
    if (grammar.IsWord(article, "a") || grammar.IsWord(article, "an")) {
      unit = grammar.UnitAt(article.range.end);
    }
  }
  if (unit) {
    const auto low = ToBase(
        range->low, range->first_unit ? range->first_unit->unit : unit->unit);
    auto high = ToBase(range->high, unit->unit);
    const bool is_no_range =
        range->first_unit && low && high &&
        (range->first_unit->unit.dimension != unit->unit.dimension ||
         IsLess(*high, *low));
    if (is_no_range) {
      // "500 m - 10 %" are two quantities.
      high = low;
      unit = range->first_unit;
      quantity.written_high = quantity.written_low;
      quantity.range.end = unit->end;
    }
    if (!low || !high) return quantity;
    quantity.is_word = false;
    quantity.dimension = unit->unit.dimension;
    quantity.low = *low;
    quantity.high = *high;
    quantity.range.end =
        is_no_range ? unit->end : std::max(unit->end, range->end);
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
    if (quantity.per == Dimension::kTime &&
        quantity.per_second != Dimension::kCount) {
      std::swap(quantity.per, quantity.per_second);
    }
    return quantity;
  }
  if (range->first.is_fraction) {
    if (!IsPortionAt(grammar, range->end)) {
      quantity.dimension = Dimension::kShare;
    }
    return quantity;
  }
  if (IsYear(*range)) {
    quantity.dimension = Dimension::kDate;
    quantity.low = DateOf(range->low.numerator, 0, 0);
    quantity.high = DateOf(range->high.numerator, 0, 0);
    return quantity;
  }
  // "1 in 5", "3 out of 10"
  const TextPiece in = grammar.At(range->end);
  const bool is_in = grammar.IsWord(in, "in");
  TextPiece total = grammar.At(in.range.end);
  bool is_share = is_in;
  if (grammar.IsWord(in, "out") && grammar.IsWord(total, "of")) {
    total = grammar.At(total.range.end);
    is_share = true;
  }
  if (is_share && (total.kind == Kind::kDigits || total.kind == Kind::kWord)) {
    const auto whole = NumberAt(text, total);
    if (whole && !whole->is_ordinal && !whole->is_fraction &&
        IsLess(range->high, whole->value) &&
        !grammar.UnitAt(whole->range.end) &&
        !(whole->plain_digits == 4 && whole->value.numerator < 2100 &&
          whole->value.numerator > 1500)) {
      const auto low = Quotient(range->low, whole->value);
      const auto high = Quotient(range->high, whole->value);
      if (low && high) {
        quantity.dimension = Dimension::kShare;
        quantity.low = *low;
        quantity.high = *high;
        quantity.range.end = whole->range.end;
        quantity.is_word = false;
      }
    }
  }
  return quantity;
}

}  // namespace answerbox::engine
