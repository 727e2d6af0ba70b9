#include "engine/grounding/quantity.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/grounding/written_number.h"
#include "engine/text/character_class.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

using Kind = TextPiece::Kind;

constexpr Ratio kPerDay{1, 86400};

constexpr std::string_view kMonths[] = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};
constexpr std::string_view kShortMonths[] = {"jan", "feb", "mar", "apr",
                                             "may", "jun", "jul", "aug",
                                             "sep", "oct", "nov", "dec"};
constexpr std::string_view kWeekdays[] = {"monday",   "tuesday", "wednesday",
                                          "thursday", "friday",  "saturday",
                                          "sunday"};

struct FrequencyWord {
  std::string_view word;
  Ratio per_second;
};
constexpr FrequencyWord kFrequencyWords[] = {
    {"daily", {1, 86400}},         {"nightly", {1, 86400}},
    {"hourly", {1, 3600}},         {"weekly", {1, 604800}},
    {"fortnightly", {1, 1209600}}, {"monthly", {1, 2629800}},
    {"yearly", {1, 31557600}},     {"annually", {1, 31557600}},
};
// In medicine's Latin, "twice a day" and so on.
constexpr FrequencyWord kDoseWords[] = {
    {"od", {1, 86400}},  {"bd", {1, 43200}},  {"bid", {1, 43200}},
    {"tds", {1, 28800}}, {"tid", {1, 28800}}, {"qds", {1, 21600}},
    {"qid", {1, 21600}},
};

// All words that a quantity may begin with.
constexpr WordTable kFirstWords(
    {"a",       "an",        "annually", "apr",       "april",       "aug",
     "august",  "bd",        "bid",      "daily",     "dec",         "december",
     "dozen",   "each",      "eight",    "eighteen",  "eighth",      "eighty",
     "eleven",  "eleventh",  "every",    "feb",       "february",    "fifteen",
     "fifth",   "fifty",     "first",    "five",      "fortnightly", "forty",
     "four",    "fourteen",  "fourth",   "friday",    "half",        "hourly",
     "jan",     "january",   "jul",      "july",      "jun",         "june",
     "mar",     "march",     "may",      "midday",    "midnight",    "monday",
     "monthly", "nightly",   "nine",     "nineteen",  "ninety",      "ninth",
     "noon",    "nov",       "november", "oct",       "october",     "od",
     "once",    "one",       "qds",      "qid",       "saturday",    "second",
     "sep",     "september", "seven",    "seventeen", "seventh",     "seventy",
     "six",     "sixteen",   "sixth",    "sixty",     "sunday",      "tds",
     "ten",     "tenth",     "third",    "thirteen",  "thirty",      "three",
     "thrice",  "thursday",  "tid",      "tuesday",   "twelfth",     "twelve",
     "twenty",  "twice",     "two",      "wednesday", "weekly",      "yearly",
     "zero"});
constexpr std::size_t kLongestFirstWord = 11;

bool MayBeginQuantity(std::string_view word) {
  if (word.size() > kLongestFirstWord) return false;
  std::array<char, kLongestFirstWord> lower{};
  std::ranges::transform(word, lower.begin(), ToLowerAscii);
  return kFirstWords.Find({lower.data(), word.size()}).has_value();
}

class Grammar {
 public:
  Grammar(std::string_view text, std::uint32_t begin)
      : text_(text), begin_(begin) {}

  [[nodiscard]] TextPiece At(std::uint32_t position) const {
    return PieceAt(text_, position);
  }
  [[nodiscard]] bool IsWord(const TextPiece& piece,
                            std::string_view word) const {
    return Is(text_, piece, word);
  }
  [[nodiscard]] bool IsSign(const TextPiece& piece, char32_t sign) const {
    return piece.kind == Kind::kSign && piece.sign == sign;
  }
  [[nodiscard]] std::string_view TextOf(const TextPiece& piece) const {
    return text_.substr(piece.range.begin, piece.range.end - piece.range.begin);
  }

  struct Unit {
    MeasureUnit unit;
    std::uint32_t end = 0;
  };

  // A unit at `position`, be it after a hyphen ("5-day").
  [[nodiscard]] std::optional<Unit> UnitAt(std::uint32_t position) const {
    TextPiece piece = At(position);
    if (IsSign(piece, '-') && piece.range.begin == position) {
      piece = At(piece.range.end);
      if (piece.range.begin != position + 1 && piece.kind == Kind::kWord) {
        return std::nullopt;
      }
    }
    if (IsSign(piece, '%')) {
      return Unit{{Dimension::kShare, {1, 100}, {}}, piece.range.end};
    }
    if (IsSign(piece, 0xB0) || IsWord(piece, "degrees") ||
        IsWord(piece, "degree")) {
      const TextPiece scale = At(piece.range.end);
      if (IsWord(scale, "f") || IsWord(scale, "fahrenheit")) {
        return Unit{*FindMeasureUnit("fahrenheit"), scale.range.end};
      }
      if (IsWord(scale, "c") || IsWord(scale, "celsius")) {
        return Unit{*FindMeasureUnit("celsius"), scale.range.end};
      }
      return Unit{{Dimension::kTemperature, {1, 1}, {}}, piece.range.end};
    }
    if (IsSign(piece, 0x2103)) {
      return Unit{*FindMeasureUnit("celsius"), piece.range.end};
    }
    if (IsSign(piece, 0x20AC)) {
      return Unit{*FindMeasureUnit("euro"), piece.range.end};
    }
    if (piece.kind != Kind::kWord) return std::nullopt;
    if (IsWord(piece, "per")) {
      const TextPiece next = At(piece.range.end);
      if (!IsWord(next, "cent")) return std::nullopt;
      return Unit{{Dimension::kShare, {1, 100}, {}}, next.range.end};
    }
    if (IsWord(piece, "mm")) {
      const TextPiece next = At(piece.range.end);
      if (IsWord(next, "hg")) {
        return Unit{*FindMeasureUnit("mmhg"), next.range.end};
      }
    }
    if (const auto unit = FindMeasureUnit(TextOf(piece))) {
      return Unit{*unit, piece.range.end};
    }
    return std::nullopt;
  }

  // "a day", "per day", "/day", "each day": the unit after a word like "per".
  [[nodiscard]] std::optional<Unit> PerAt(std::uint32_t position,
                                          bool with_article) const {
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

  // The number that a frequency counts with: "once", "twice", "thrice".
  [[nodiscard]] std::optional<std::int64_t> TimesOf(
      const TextPiece& piece) const {
    if (IsWord(piece, "once")) return 1;
    if (IsWord(piece, "twice")) return 2;
    if (IsWord(piece, "thrice")) return 3;
    return std::nullopt;
  }

  [[nodiscard]] std::optional<FrequencyWord> FrequencyOf(
      const TextPiece& piece) const {
    for (const FrequencyWord& known : kFrequencyWords) {
      if (IsWord(piece, known.word)) return known;
    }
    return std::nullopt;
  }

  struct Month {
    std::int64_t number = 0;
    std::uint32_t end = 0;
  };
  // A month's name with a capital letter.
  [[nodiscard]] std::optional<Month> MonthAt(const TextPiece& piece) const {
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

  [[nodiscard]] std::optional<std::int64_t> WholeAt(const TextPiece& piece,
                                                    std::int64_t least,
                                                    std::int64_t most) const {
    if (piece.kind != Kind::kDigits) return std::nullopt;
    const auto number = NumberAt(text_, piece);
    if (!number || number->value.denominator != 1) return std::nullopt;
    const std::int64_t value = number->value.numerator;
    if (value < least || value > most) return std::nullopt;
    return value;
  }

  // Which words stand before `position`, at most `kWordsBefore`, the nearest
  // first.
  static constexpr std::size_t kWordsBefore = 4;
  [[nodiscard]] std::array<std::string_view, kWordsBefore> WordsBefore(
      std::uint32_t position) const {
    std::array<std::string_view, kWordsBefore> words{};
    std::uint32_t end = position;
    for (std::string_view& word : words) {
      while (end > begin_ &&
             answerbox::engine::Is(text_[end - 1], kSpaceByte)) {
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

 private:
  std::string_view text_;
  std::uint32_t begin_;
};

bool IsSameWord(std::string_view word, std::string_view lower) {
  return std::ranges::equal(word, lower, {}, ToLowerAscii);
}

bool IsOneOf(std::string_view word,
             std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view known) { return IsSameWord(word, known); });
}

void ReadWordsBefore(const Grammar& grammar, Quantity& quantity) {
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

// "or more", "or older", "+".
void ReadWordsAfter(const Grammar& grammar, Quantity& quantity) {
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

struct NumberRange {
  Ratio low;
  Ratio high;
  WrittenNumber first;
  WrittenNumber last;
  std::optional<Grammar::Unit> first_unit;  // "10 mg to 20 mg"
  std::uint32_t end = 0;
};

std::optional<NumberRange> RangeAt(const Grammar& grammar,
                                   std::string_view text,
                                   const TextPiece& piece) {
  const auto first = NumberAt(text, piece);
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
  const auto second = NumberAt(text, piece_after);
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

std::optional<Ratio> ToBase(const Ratio& value, const MeasureUnit& unit) {
  const auto moved = Sum(value, unit.offset);
  if (!moved) return std::nullopt;
  return Product(*moved, unit.factor);
}

bool IsYear(const NumberRange& range) {
  const auto is_year = [](const WrittenNumber& number) {
    return number.plain_digits == 4 && number.value.numerator >= 1500 &&
           number.value.numerator <= 2100;
  };
  return is_year(range.first) && is_year(range.last);
}

constexpr Ratio DateOf(std::int64_t year, std::int64_t month,
                       std::int64_t day) {
  return {year * 10000 + month * 100 + day, 1};
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

// "every 4 to 6 hours", "every day", "every other day".
std::optional<Quantity> EveryAt(const Grammar& grammar, std::string_view text,
                                const TextPiece& every) {
  TextPiece piece = grammar.At(every.range.end);
  Ratio low{1, 1};
  Ratio high{1, 1};
  std::uint32_t position = every.range.end;
  if (grammar.IsWord(piece, "other") || grammar.IsWord(piece, "second")) {
    low = high = {2, 1};
    position = piece.range.end;
  } else if (const auto range = RangeAt(grammar, text, piece);
             range && !range->first_unit) {
    low = range->low;
    high = range->high;
    position = range->end;
  }
  const auto unit = grammar.UnitAt(position);
  if (!unit || unit->unit.dimension != Dimension::kTime) {
    piece = grammar.At(position);
    if (!grammar.IsWord(piece, "night")) return std::nullopt;
    return Plain({every.range.begin, piece.range.end}, Dimension::kFrequency,
                 kPerDay, kPerDay);
  }
  const auto longest = Product(high, unit->unit.factor);
  const auto shortest = Product(low, unit->unit.factor);
  if (!longest || !shortest) return std::nullopt;
  const auto least = Quotient({1, 1}, *longest);
  const auto most = Quotient({1, 1}, *shortest);
  if (!least || !most) return std::nullopt;
  return Plain({every.range.begin, unit->end}, Dimension::kFrequency, *least,
               *most);
}

// After a count: "times a day", "times daily", "daily"; after "once" or
// "twice": "a day", "daily".
std::optional<Quantity> TimesAt(const Grammar& grammar, std::uint32_t begin,
                                std::uint32_t position, const Ratio& low,
                                const Ratio& high) {
  const TextPiece piece = grammar.At(position);
  Ratio per_second;
  std::uint32_t end = 0;
  if (const auto word = grammar.FrequencyOf(piece)) {
    per_second = word->per_second;
    end = piece.range.end;
  } else if (const auto per = grammar.PerAt(position, true);
             per && per->unit.dimension == Dimension::kTime) {
    const auto inverse = Quotient({1, 1}, per->unit.factor);
    if (!inverse) return std::nullopt;
    per_second = *inverse;
    end = per->end;
  } else {
    return std::nullopt;
  }
  const auto least = Product(low, per_second);
  const auto most = Product(high, per_second);
  if (!least || !most) return std::nullopt;
  return Plain({begin, end}, Dimension::kFrequency, *least, *most);
}

// "8 am", "8:30 pm", "08:00".
std::optional<Quantity> ClockAt(const Grammar& grammar,
                                const TextPiece& hour_piece) {
  const auto hour = grammar.WholeAt(hour_piece, 0, 24);
  std::uint32_t end = hour_piece.range.end;
  std::int64_t minutes = 0;
  bool has_minutes = false;
  std::int64_t clock_hour = 0;
  if (hour) {
    clock_hour = *hour;
    const TextPiece colon = grammar.At(end);
    const TextPiece minute_piece = grammar.At(colon.range.end);
    const auto minute = grammar.WholeAt(minute_piece, 0, 59);
    if (grammar.IsSign(colon, ':') && colon.range.begin == end && minute &&
        minute_piece.range.begin == colon.range.end &&
        minute_piece.range.end - minute_piece.range.begin == 2) {
      minutes = *minute;
      has_minutes = true;
      end = minute_piece.range.end;
    }
  } else {
    // "8.30 pm"
    if (hour_piece.kind != Kind::kDigits) return std::nullopt;
    const std::string_view digits = grammar.TextOf(hour_piece);
    const std::size_t point = digits.find('.');
    if (point == std::string_view::npos || point > 2 ||
        digits.size() != point + 3) {
      return std::nullopt;
    }
    for (const char c : digits.substr(0, point)) {
      clock_hour = 10 * clock_hour + (c - '0');
    }
    for (const char c : digits.substr(point + 1)) {
      minutes = 10 * minutes + (c - '0');
    }
    if (clock_hour > 12 || minutes > 59) return std::nullopt;
  }
  const TextPiece half = grammar.At(end);
  bool is_morning = grammar.IsWord(half, "am");
  bool is_afternoon = grammar.IsWord(half, "pm");
  std::uint32_t half_end = half.range.end;
  if (grammar.IsWord(half, "a") || grammar.IsWord(half, "p")) {
    const TextPiece point = grammar.At(half.range.end);
    const TextPiece letter = grammar.At(point.range.end);
    if (grammar.IsSign(point, '.') && grammar.IsWord(letter, "m")) {
      is_morning = grammar.IsWord(half, "a");
      is_afternoon = !is_morning;
      half_end = letter.range.end;
    }
  }
  if (!is_morning && !is_afternoon) {
    if (!has_minutes) return std::nullopt;
    half_end = end;
  } else {
    if (clock_hour < 1 || clock_hour > 12) return std::nullopt;
    clock_hour = clock_hour % 12 + (is_afternoon ? 12 : 0);
  }
  const Ratio value{clock_hour * 60 + minutes, 1};
  return Plain({hour_piece.range.begin, half_end}, Dimension::kClock, value,
               value);
}

// "12 March 2020", "March 12, 2020", "March 2020", "March".
std::optional<Quantity> DateAt(const Grammar& grammar, const TextPiece& first) {
  if (const auto day = grammar.WholeAt(first, 1, 31)) {
    const TextPiece name = grammar.At(first.range.end);
    const auto month = grammar.MonthAt(name);
    if (!month) return std::nullopt;
    const TextPiece last = grammar.At(month->end);
    const auto year = grammar.WholeAt(last, 1500, 2100);
    const Ratio value = DateOf(year.value_or(0), month->number, *day);
    return Plain({first.range.begin, year ? last.range.end : month->end},
                 Dimension::kDate, value, value);
  }
  const auto month = grammar.MonthAt(first);
  if (!month) return std::nullopt;
  std::uint32_t end = month->end;
  TextPiece next = grammar.At(end);
  if (grammar.IsSign(next, '.')) next = grammar.At(next.range.end);
  std::int64_t day = 0;
  std::int64_t year = 0;
  if (const auto number = grammar.WholeAt(next, 1, 31)) {
    day = *number;
    end = next.range.end;
    next = grammar.At(end);
    if (grammar.IsWord(next, "st") || grammar.IsWord(next, "nd") ||
        grammar.IsWord(next, "rd") || grammar.IsWord(next, "th")) {
      end = next.range.end;
      next = grammar.At(end);
    }
    if (grammar.IsSign(next, ',')) next = grammar.At(next.range.end);
  }
  if (const auto number = grammar.WholeAt(next, 1500, 2100)) {
    year = *number;
    end = next.range.end;
  }
  const bool is_alone = day == 0 && year == 0;
  // "May", "March", "Mar", "Dec" may be something else.
  const std::string_view name = grammar.TextOf(first);
  if (is_alone && (name.size() <= 3 || IsSameWord(name, "march"))) {
    const auto before = grammar.WordsBefore(first.range.begin);
    if (!IsOneOf(before[0], {"in", "since", "until", "by", "from", "of"})) {
      return std::nullopt;
    }
  }
  const Ratio value = DateOf(year, month->number, day);
  return Plain({first.range.begin, end}, Dimension::kDate, value, value);
}

std::optional<Quantity> WordQuantityAt(const Grammar& grammar,
                                       std::string_view text,
                                       const TextPiece& piece) {
  if (grammar.IsWord(piece, "every") || grammar.IsWord(piece, "each")) {
    return EveryAt(grammar, text, piece);
  }
  if (const auto times = grammar.TimesOf(piece)) {
    const Ratio count{*times, 1};
    const TextPiece next = grammar.At(piece.range.end);
    if (grammar.IsWord(next, "every") || grammar.IsWord(next, "each")) {
      if (auto every = EveryAt(grammar, text, next)) {
        const auto low = Product(every->low, count);
        const auto high = Product(every->high, count);
        if (!low || !high) return std::nullopt;
        return Plain({piece.range.begin, every->range.end},
                     Dimension::kFrequency, *low, *high);
      }
    }
    if (auto found = TimesAt(grammar, piece.range.begin, piece.range.end, count,
                             count)) {
      return found;
    }
    // "once" alone means "as soon as" as well.
    if (*times == 1) return std::nullopt;
    auto plain = Plain(piece.range, Dimension::kCount, count, count);
    plain.is_word = true;
    return plain;
  }
  if (const auto word = grammar.FrequencyOf(piece)) {
    return Plain(piece.range, Dimension::kFrequency, word->per_second,
                 word->per_second);
  }
  for (const FrequencyWord& known : kDoseWords) {
    if (!grammar.IsWord(piece, known.word)) continue;
    return Plain(piece.range, Dimension::kFrequency, known.per_second,
                 known.per_second);
  }
  for (std::size_t i = 0; i < std::size(kWeekdays); ++i) {
    if (!grammar.IsWord(piece, kWeekdays[i])) continue;
    const Ratio day{static_cast<std::int64_t>(i + 1), 1};
    return Plain(piece.range, Dimension::kWeekday, day, day);
  }
  if (grammar.IsWord(piece, "noon") || grammar.IsWord(piece, "midday")) {
    return Plain(piece.range, Dimension::kClock, {720, 1}, {720, 1});
  }
  if (grammar.IsWord(piece, "midnight")) {
    return Plain(piece.range, Dimension::kClock, {0, 1}, {0, 1});
  }
  return std::nullopt;
}

std::optional<Quantity> MoneyAt(const Grammar& grammar, std::string_view text,
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
  const auto range = RangeAt(grammar, text, piece);
  if (!range || range->first_unit) return std::nullopt;
  return Plain({sign.range.begin, range->end}, currency, range->low,
               range->high);
}

// A number with its unit, if it has one.
std::optional<Quantity> MeasureAt(const Grammar& grammar, std::string_view text,
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
      if (grammar.IsWord(word, "every") || grammar.IsWord(word, "each")) break;
      const auto divisor = grammar.PerAt(quantity.range.end, true);
      if (!divisor) break;
      const auto least = Quotient(quantity.low, divisor->unit.factor);
      const auto most = Quotient(quantity.high, divisor->unit.factor);
      if (!least || !most) break;
      *per = divisor->unit.dimension;
      quantity.low = *least;
      quantity.high = *most;
      quantity.range.end = divisor->end;
    }
    return quantity;
  }
  if (range->first.is_fraction) {
    quantity.dimension = Dimension::kShare;
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

}  // namespace

// Digits that follow a letter, or a letter and a hyphen.
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
    const Grammar grammar(text_, begin_);
    std::optional<Quantity> found;
    if (piece.kind == Kind::kDigits) {
      if (IsWithinWord(piece.range.begin)) continue;
      found = ClockAt(grammar, piece);
      if (!found) found = DateAt(grammar, piece);
      if (!found) found = MeasureAt(grammar, text_, piece);
    } else if (piece.kind == Kind::kWord) {
      if (!MayBeginQuantity(grammar.TextOf(piece))) continue;
      found = WordQuantityAt(grammar, text_, piece);
      if (!found) found = DateAt(grammar, piece);
      if (!found) found = MeasureAt(grammar, text_, piece);
    } else {
      found = MoneyAt(grammar, text_, piece);
      if (!found) found = MeasureAt(grammar, text_, piece);
    }
    if (!found) continue;
    ReadWordsBefore(grammar, *found);
    ReadWordsAfter(grammar, *found);
    position_ = std::max(found->range.end, position_);
    return found;
  }
}

}  // namespace answerbox::engine
