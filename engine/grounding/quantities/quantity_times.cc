#include <cstddef>
#include <iterator>

#include "engine/grounding/quantities/quantity_grammar.h"
#include "engine/text/character_class.h"

namespace answerbox::engine {
namespace {

using Kind = TextPiece::Kind;

constexpr Ratio kPerDay{1, 86400};

constexpr std::string_view kWeekdays[] = {"monday",   "tuesday", "wednesday",
                                          "thursday", "friday",  "saturday",
                                          "sunday"};

// In medicine's Latin, "twice a day" and so on. Once to four times a day; "q"
// is quater, "t" ter, "b" bis.
constexpr FrequencyWord kDoseWords[] = {
    {"od", {1, 86400}},  {"bd", {1, 43200}},  {"bid", {1, 43200}},
    {"tds", {1, 28800}}, {"tid", {1, 28800}}, {"qds", {1, 21600}},
    {"qid", {1, 21600}},
};

// "every 4 to 6 hours", "every day", "every other day". "every second day" is
// every other day, not every second.
std::optional<Quantity> EveryAt(const QuantityGrammar& grammar,
                                const TextPiece& every) {
  TextPiece piece = grammar.At(every.range.end);
  Ratio low{1, 1};
  Ratio high{1, 1};
  std::uint32_t position = every.range.end;
  if (grammar.IsWord(piece, "other") || grammar.IsWord(piece, "second")) {
    low = high = {2, 1};
    position = piece.range.end;
  } else if (const auto range = RangeAt(grammar, piece);
             range && !range->first_unit) {
    low = range->low;
    high = range->high;
    position = range->end;
  }
  const auto unit = grammar.UnitAt(position);
  if (unit && unit->unit.dimension == Dimension::kTime) {
    return Every({every.range.begin, unit->end}, low, high, unit->unit.factor);
  }
  piece = grammar.At(position);
  if (!grammar.IsWord(piece, "night")) return std::nullopt;
  return Plain({every.range.begin, piece.range.end}, Dimension::kFrequency,
               kPerDay, kPerDay);
}

// A time of the day as it is written, before any "am" or "pm".
struct WrittenTime {
  std::int64_t hour = 0;
  std::int64_t minutes = 0;
  bool is_complete = false;  // Needs no "am" or "pm" to be a time.
  std::uint32_t end = 0;
};

// "8.30", which is read as one number; a time only before "am" or "pm".
std::optional<WrittenTime> PointTimeAt(const QuantityGrammar& grammar,
                                       const TextPiece& piece) {
  if (piece.kind != Kind::kDigits) return std::nullopt;
  const std::string_view digits = grammar.TextOf(piece);
  const std::size_t point = digits.find('.');
  if (point == std::string_view::npos || point > 2 ||
      digits.size() != point + 3) {
    return std::nullopt;
  }
  const auto number = [](std::string_view text) {
    std::int64_t value = 0;
    for (const char c : text) value = 10 * value + (c - '0');
    return value;
  };
  const WrittenTime time{number(digits.substr(0, point)),
                         number(digits.substr(point + 1)), false,
                         piece.range.end};
  if (time.hour > 12 || time.minutes > 59) return std::nullopt;
  return time;
}

// "8", "08:00", "8.30".
std::optional<WrittenTime> TimeAt(const QuantityGrammar& grammar,
                                  const TextPiece& piece) {
  const auto hour = grammar.WholeAt(piece, 0, 24);
  if (!hour) return PointTimeAt(grammar, piece);
  WrittenTime time{*hour, 0, false, piece.range.end};
  const TextPiece colon = grammar.At(time.end);
  const TextPiece minutes = grammar.At(colon.range.end);
  const auto minute = grammar.WholeAt(minutes, 0, 59);
  if (grammar.IsSign(colon, ':') && colon.range.begin == time.end && minute &&
      minutes.range.begin == colon.range.end &&
      minutes.range.end - minutes.range.begin == 2) {
    time.minutes = *minute;
    time.is_complete = true;
    time.end = minutes.range.end;
  }
  return time;
}

// "am", "pm", "a.m.", "p.m."
struct HalfOfDay {
  bool is_afternoon = false;
  std::uint32_t end = 0;
};

std::optional<HalfOfDay> HalfOfDayAt(const QuantityGrammar& grammar,
                                     std::uint32_t position) {
  const TextPiece half = grammar.At(position);
  if (grammar.IsWord(half, "am")) return HalfOfDay{false, half.range.end};
  if (grammar.IsWord(half, "pm")) return HalfOfDay{true, half.range.end};
  if (!grammar.IsWord(half, "a") && !grammar.IsWord(half, "p")) {
    return std::nullopt;
  }
  const TextPiece point = grammar.At(half.range.end);
  const TextPiece letter = grammar.At(point.range.end);
  if (!grammar.IsSign(point, '.') || !grammar.IsWord(letter, "m")) {
    return std::nullopt;
  }
  return HalfOfDay{grammar.IsWord(half, "p"), letter.range.end};
}

// "once", "twice", "thrice", with "every", "a day" or "daily" after it.
std::optional<Quantity> TimesWordAt(const QuantityGrammar& grammar,
                                    const TextPiece& piece,
                                    std::int64_t times) {
  const Ratio count{times, 1};
  const TextPiece next = grammar.At(piece.range.end);
  if (grammar.IsWord(next, "every") || grammar.IsWord(next, "each")) {
    if (auto every = EveryAt(grammar, next)) {
      const auto low = Product(every->low, count);
      const auto high = Product(every->high, count);
      if (!low || !high) return std::nullopt;
      return Plain({piece.range.begin, every->range.end}, Dimension::kFrequency,
                   *low, *high);
    }
  }
  if (auto found =
          TimesAt(grammar, piece.range.begin, piece.range.end, count, count)) {
    return found;
  }
  // "once" alone means "as soon as" as well.
  if (times == 1) return std::nullopt;
  auto plain = Plain(piece.range, Dimension::kCount, count, count);
  plain.is_word = true;
  return plain;
}

// "12 March" and "12 March 2020".
std::optional<Quantity> DayFirstAt(const QuantityGrammar& grammar,
                                   const TextPiece& first, std::int64_t day) {
  const auto month = grammar.MonthAt(grammar.At(first.range.end));
  if (!month) return std::nullopt;
  const TextPiece last = grammar.At(month->end);
  const auto year = grammar.WholeAt(last, kFirstYear, kLastYear);
  const Ratio value = DateOf(year.value_or(0), month->number, day);
  return Plain({first.range.begin, year ? last.range.end : month->end},
               Dimension::kDate, value, value);
}

// "May", "March", "Mar" and "Dec" may be something else, unless a preposition
// of time stands before them.
bool IsMonthAlone(const QuantityGrammar& grammar, const TextPiece& month) {
  const std::string_view name = grammar.TextOf(month);
  if (name.size() > 3 && !IsSameWord(name, "march")) return true;
  const auto before = grammar.WordsBefore(month.range.begin);
  return IsOneOf(before[0], {"in", "since", "until", "by", "from", "of"});
}

}  // namespace

// Frequencies are per second, so that "3 times a day" is "every 8 hours".
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
                                const TextPiece& piece) {
  auto time = TimeAt(grammar, piece);
  if (!time) return std::nullopt;
  if (const auto half = HalfOfDayAt(grammar, time->end)) {
    if (time->hour < 1 || time->hour > 12) return std::nullopt;
    // 12 am is midnight, 12 pm is noon.
    time->hour = time->hour % 12 + (half->is_afternoon ? 12 : 0);
    time->end = half->end;
  } else if (!time->is_complete) {
    return std::nullopt;
  }
  const Ratio value{time->hour * 60 + time->minutes, 1};
  return Plain({piece.range.begin, time->end}, Dimension::kClock, value, value);
}

std::optional<Quantity> DateAt(const QuantityGrammar& grammar,
                               const TextPiece& first) {
  // A day without a month is no date.
  if (const auto day = grammar.WholeAt(first, 1, 31)) {
    return DayFirstAt(grammar, first, *day);
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
    if (IsOneOf(grammar.TextOf(next), {"st", "nd", "rd", "th"})) {
      end = next.range.end;
      next = grammar.At(end);
    }
    if (grammar.IsSign(next, ',')) next = grammar.At(next.range.end);
  }
  if (const auto number = grammar.WholeAt(next, kFirstYear, kLastYear)) {
    year = *number;
    end = next.range.end;
  }
  const bool is_alone = day == 0 && year == 0;
  if (is_alone && !IsMonthAlone(grammar, first)) return std::nullopt;
  const Ratio value = DateOf(year, month->number, day);
  return Plain({first.range.begin, end}, Dimension::kDate, value, value);
}

std::optional<Quantity> WordQuantityAt(const QuantityGrammar& grammar,
                                       const TextPiece& piece) {
  if (grammar.IsWord(piece, "every") || grammar.IsWord(piece, "each")) {
    return EveryAt(grammar, piece);
  }
  if (const auto times = grammar.TimesOf(piece)) {
    return TimesWordAt(grammar, piece, *times);
  }
  const auto exactly = [&](Dimension dimension, const Ratio& value) {
    return Plain(piece.range, dimension, value, value);
  };
  if (const auto word = grammar.FrequencyOf(piece)) {
    return exactly(Dimension::kFrequency, word->per_second);
  }
  for (const FrequencyWord& known : kDoseWords) {
    if (!grammar.IsWord(piece, known.word)) continue;
    return exactly(Dimension::kFrequency, known.per_second);
  }
  for (std::size_t i = 0; i < std::size(kWeekdays); ++i) {
    if (!grammar.IsWord(piece, kWeekdays[i])) continue;
    return exactly(Dimension::kWeekday, {static_cast<std::int64_t>(i + 1), 1});
  }
  if (grammar.IsWord(piece, "noon") || grammar.IsWord(piece, "midday")) {
    return exactly(Dimension::kClock, {12 * 60, 1});
  }
  if (grammar.IsWord(piece, "midnight")) {
    return exactly(Dimension::kClock, {0, 1});
  }
  return std::nullopt;
}

}  // namespace answerbox::engine
