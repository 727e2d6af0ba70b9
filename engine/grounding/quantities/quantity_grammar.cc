#include "engine/grounding/quantities/quantity_grammar.h"

#include <algorithm>
#include <iterator>

#include "engine/text/character_class.h"

namespace answerbox::engine {
namespace {

using Kind = TextPiece::Kind;

constexpr std::string_view kMonths[] = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};
constexpr std::string_view kShortMonths[] = {"jan", "feb", "mar", "apr",
                                             "may", "jun", "jul", "aug",
                                             "sep", "oct", "nov", "dec"};

// Per second, in whole seconds: a month is a twelfth of 365.25 days.
constexpr FrequencyWord kFrequencyWords[] = {
    {"daily", {1, 86400}},         {"nightly", {1, 86400}},
    {"hourly", {1, 3600}},         {"weekly", {1, 604800}},
    {"fortnightly", {1, 1209600}}, {"monthly", {1, 2629800}},
    {"yearly", {1, 31557600}},     {"annually", {1, 31557600}},
};

}  // namespace

std::optional<QuantityGrammar::Unit> QuantityGrammar::UnitAt(
    std::uint32_t position) const {
  TextPiece piece = At(position);
  if (IsSign(piece, '-') && piece.range.begin == position) {
    piece = At(piece.range.end);
    // "5-day" has a unit, the dash of "5- day" is another.
    if (piece.range.begin != position + 1 && piece.kind == Kind::kWord) {
      return std::nullopt;
    }
  }
  if (const auto unit = SignUnitAt(piece)) return unit;
  if (piece.kind != Kind::kWord) return std::nullopt;
  // "two M4 screws" are no metres, but "50 m2" has a unit.
  const char after =
      piece.range.end < text_.size() ? text_[piece.range.end] : ' ';
  const bool is_power = (after == '2' || after == '3') &&
                        Is(text_[piece.range.begin], kLowerByte);
  if (Is(after, kDigitByte) && !is_power) return std::nullopt;
  const TextPiece next = At(piece.range.end);
  if (IsWord(piece, "per")) {
    if (!IsWord(next, "cent")) return std::nullopt;
    return Unit{{Dimension::kShare, {1, 100}, {}}, next.range.end};
  }
  if (IsWord(piece, "mm") && IsWord(next, "hg")) {
    return Unit{*FindMeasureUnit("mmhg"), next.range.end};
  }
  const auto unit = FindMeasureUnit(TextOf(piece));
  if (!unit) return std::nullopt;
  return Unit{*unit, piece.range.end};
}

// Units that are signs, degrees with or without a scale, and the ampere.
std::optional<QuantityGrammar::Unit> QuantityGrammar::SignUnitAt(
    const TextPiece& piece) const {
  const auto unit = [](std::string_view name, const TextPiece& last) {
    return Unit{*FindMeasureUnit(name), last.range.end};
  };
  if (IsSign(piece, '%')) return unit("percent", piece);
  if (IsSign(piece, 0xB0) || IsWord(piece, "degrees") ||
      IsWord(piece, "degree")) {
    const TextPiece scale = At(piece.range.end);
    if (IsWord(scale, "f") || IsWord(scale, "fahrenheit")) {
      return unit("fahrenheit", scale);
    }
    if (IsWord(scale, "c") || IsWord(scale, "celsius")) {
      return unit("celsius", scale);
    }
    return unit("celsius", piece);
  }
  if (IsSign(piece, 0x2103)) return unit("celsius", piece);
  if (IsSign(piece, 0x20AC)) return unit("euro", piece);
  // An article after a number has a small letter.
  if (TextOf(piece) == "A") return unit("ampere", piece);
  return std::nullopt;
}

// An article counts as "per" only after a quantity: "5 mg a day".
std::optional<QuantityGrammar::Unit> QuantityGrammar::PerAt(
    std::uint32_t position, bool with_article) const {
  const TextPiece piece = At(position);
  const bool is_per =
      IsWord(piece, "per") || IsSign(piece, '/') ||
      (with_article && (IsWord(piece, "a") || IsWord(piece, "an") ||
                        IsWord(piece, "each") || IsWord(piece, "every")));
  if (!is_per) return std::nullopt;
  const TextPiece next = At(piece.range.end);
  if (next.kind != Kind::kWord) return std::nullopt;
  const auto unit = FindMeasureUnit(TextOf(next));
  if (!unit) {
    // "5 mg/kg/dose" and "a night".
    if (IsWord(next, "night")) {
      return Unit{{Dimension::kTime, {86400, 1}, {}}, next.range.end};
    }
    return std::nullopt;
  }
  return Unit{*unit, next.range.end};
}

std::optional<std::int64_t> QuantityGrammar::TimesOf(
    const TextPiece& piece) const {
  if (IsWord(piece, "once")) return 1;
  if (IsWord(piece, "twice")) return 2;
  if (IsWord(piece, "thrice")) return 3;
  return std::nullopt;
}

std::optional<FrequencyWord> QuantityGrammar::FrequencyOf(
    const TextPiece& piece) const {
  for (const FrequencyWord& known : kFrequencyWords) {
    if (IsWord(piece, known.word)) return known;
  }
  return std::nullopt;
}

// Without the capital "may" and "march" are verbs.
std::optional<QuantityGrammar::Month> QuantityGrammar::MonthAt(
    const TextPiece& piece) const {
  if (piece.kind != Kind::kWord ||
      !answerbox::engine::Is(text_[piece.range.begin], kUpperByte)) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < std::size(kMonths); ++i) {
    const bool is_short = IsWord(piece, kShortMonths[i]);
    if (!is_short && !IsWord(piece, kMonths[i])) continue;
    return Month{static_cast<std::int64_t>(i + 1), piece.range.end};
  }
  return std::nullopt;
}

std::optional<std::int64_t> QuantityGrammar::WholeAt(const TextPiece& piece,
                                                     std::int64_t least,
                                                     std::int64_t most) const {
  if (piece.kind != Kind::kDigits) return std::nullopt;
  const auto number = NumberAt(piece);
  if (!number || number->value.denominator != 1) return std::nullopt;
  const std::int64_t value = number->value.numerator;
  if (value < least || value > most) return std::nullopt;
  return value;
}

std::array<std::string_view, QuantityGrammar::kWordsBefore>
// Signs of comparison count as words. The walk ends at any other sign: a word
// before a comma says nothing of the number after it.
QuantityGrammar::WordsBefore(std::uint32_t position) const {
  std::array<std::string_view, kWordsBefore> words{};
  std::uint32_t end = position;
  for (std::string_view& word : words) {
    while (end > begin_ && answerbox::engine::Is(text_[end - 1], kSpaceByte)) {
      --end;
    }
    std::uint32_t begin = end;
    while (begin > begin_ && end - begin < 16 &&
           answerbox::engine::Is(text_[begin - 1], kLetterByte)) {
      --begin;
    }
    if (begin == end) {
      // A sign of comparison, or of about.
      if (end > begin_ && std::string_view("<>~=").find(text_[end - 1]) !=
                              std::string_view::npos) {
        word = text_.substr(end - 1, 1);
        end -= 1;
        continue;
      }
      if (end >= begin_ + 3) {
        const std::string_view sign = text_.substr(end - 3, 3);
        if (sign == "\u2264" || sign == "\u2265") word = sign;
      }
      break;
    }
    word = text_.substr(begin, end - begin);
    end = begin;
  }
  return words;
}

// Two numbers are a range only if nothing speaks against it: they are both
// ordinals or fractions or neither, and ascend. A dash between a date's parts,
// in a telephone number or a score would be one otherwise.
std::optional<NumberRange> RangeAt(const QuantityGrammar& grammar,
                                   const TextPiece& piece) {
  const auto first = grammar.NumberAt(piece);
  if (!first) return std::nullopt;
  NumberRange range{first->value, first->value, *first,
                    *first,       std::nullopt, first->range.end};
  std::uint32_t position = first->range.end;
  const auto unit = grammar.UnitAt(position);
  const TextPiece after_number = grammar.At(position);
  if (unit && !grammar.IsSign(after_number, '-')) position = unit->end;
  const TextPiece joint = grammar.At(position);
  const bool is_dash = grammar.IsSign(joint, '-');
  const bool is_to = grammar.IsWord(joint, "to") || grammar.IsWord(joint, "or");
  const bool is_between =
      grammar.IsWord(joint, "and") &&
      IsSameWord(grammar.WordsBefore(first->range.begin)[0], "between");
  if (!is_dash && !is_to && !is_between) return range;
  const TextPiece piece_after = grammar.At(joint.range.end);
  const auto second = grammar.NumberAt(piece_after);
  if (!second || second->is_ordinal != first->is_ordinal ||
      second->is_fraction != first->is_fraction) {
    return range;
  }
  // "6 months to 5 years"
  const bool has_unit = position != first->range.end;
  const bool is_reversed = !has_unit && !IsLess(first->value, second->value);
  if (is_reversed) {
    // "3-2 mg" is a slip, "2020-05-12" and "555-12-34" are no ranges.
    const TextPiece follows = grammar.At(second->range.end);
    if (grammar.IsWord(joint, "or") || first->value == second->value ||
        grammar.IsSign(follows, '-') || first->plain_digits > 3) {
      return range;
    }
  }
  // "four or 500": only near values belong together.
  if (grammar.IsWord(joint, "or") && (unit || first->is_ordinal)) return range;
  range.low = is_reversed ? second->value : first->value;
  range.high = is_reversed ? first->value : second->value;
  range.last = *second;
  range.end = second->range.end;
  if (unit && position == unit->end) range.first_unit = unit;
  return range;
}

Quantity Plain(ByteRange range, Dimension dimension, const Ratio& low,
               const Ratio& high) {
  Quantity quantity;
  quantity.range = range;
  quantity.dimension = dimension;
  quantity.low = quantity.written_low = low;
  quantity.high = quantity.written_high = high;
  return quantity;
}

std::optional<Quantity> Every(ByteRange range, const Ratio& low,
                              const Ratio& high, const Ratio& seconds) {
  const auto longest = Product(high, seconds);
  const auto shortest = Product(low, seconds);
  if (!longest || !shortest) return std::nullopt;
  // The longest time between two of them is the lowest frequency.
  const auto least = Quotient({1, 1}, *longest);
  const auto most = Quotient({1, 1}, *shortest);
  if (!least || !most) return std::nullopt;
  return Plain(range, Dimension::kFrequency, *least, *most);
}

}  // namespace answerbox::engine
