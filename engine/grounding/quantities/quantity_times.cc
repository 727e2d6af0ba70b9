#include "engine/grounding/quantities/quantity_times.h"

#include <cstddef>
#include <iterator>

#include "engine/text/character_class.h"

namespace answerbox::engine {
namespace {

using Kind = TextPiece::Kind;

constexpr Ratio kPerDay{1, 86400};

constexpr std::string_view kWeekdays[] = {"monday",   "tuesday", "wednesday",
                                          "thursday", "friday",  "saturday",
                                          "sunday"};

// In medicine's Latin, "twice a day" and so on.
constexpr FrequencyWord kDoseWords[] = {
    {"od", {1, 86400}},  {"bd", {1, 43200}},  {"bid", {1, 43200}},
    {"tds", {1, 28800}}, {"tid", {1, 28800}}, {"qds", {1, 21600}},
    {"qid", {1, 21600}},
};

// "every 4 to 6 hours", "every day", "every other day".
std::optional<Quantity> EveryAt(const QuantityGrammar& grammar,
                                std::string_view text, const TextPiece& every) {
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

}  // namespace

std::optional<Quantity> TimesAt(const QuantityGrammar& grammar,
                                std::uint32_t begin, std::uint32_t position,
                                const Ratio& low, const Ratio& high) {
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

std::optional<Quantity> ClockAt(const QuantityGrammar& grammar,
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

std::optional<Quantity> DateAt(const QuantityGrammar& grammar,
                               const TextPiece& first) {
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

std::optional<Quantity> WordQuantityAt(const QuantityGrammar& grammar,
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

}  // namespace answerbox::engine
