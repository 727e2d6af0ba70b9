// The grammar of quantities. Its parts are numbers and their ranges, units,
// words that say how often, and months; quantity_measures.cc and
// quantity_times.cc make quantities of them, quantity.cc tries one after the
// other. All stop at the text's end, and take time in proportion to what they
// read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/grounding/quantities/measure_units.h"
#include "engine/grounding/quantities/quantity.h"
#include "engine/grounding/quantities/written_number.h"
#include "engine/text/text_block.h"

namespace answerbox::engine {

struct FrequencyWord {
  std::string_view word;
  Ratio per_second;
};

class QuantityGrammar {
 public:
  QuantityGrammar(std::string_view text, std::uint32_t begin)
      : text_(text), begin_(begin) {}

  [[nodiscard]] TextPiece At(std::uint32_t position) const {
    return PieceAt(text_, position);
  }
  [[nodiscard]] bool IsWord(const TextPiece& piece,
                            std::string_view word) const {
    return Is(text_, piece, word);
  }
  [[nodiscard]] bool IsSign(const TextPiece& piece, char32_t sign) const {
    return piece.kind == TextPiece::Kind::kSign && piece.sign == sign;
  }
  [[nodiscard]] std::optional<WrittenNumber> NumberAt(
      const TextPiece& piece) const {
    return engine::NumberAt(text_, piece);
  }
  [[nodiscard]] std::string_view TextOf(const TextPiece& piece) const {
    return Slice(text_, piece.range);
  }

  struct Unit {
    MeasureUnit unit;
    std::uint32_t end = 0;
  };

  // A unit at `position`, be it after a hyphen ("5-day").
  [[nodiscard]] std::optional<Unit> UnitAt(std::uint32_t position) const;

  // "a day", "per day", "/day", "each day": the unit after a word like "per".
  [[nodiscard]] std::optional<Unit> PerAt(std::uint32_t position,
                                          bool with_article) const;

  // The number that a frequency counts with: "once", "twice", "thrice".
  [[nodiscard]] std::optional<std::int64_t> TimesOf(
      const TextPiece& piece) const;

  [[nodiscard]] std::optional<FrequencyWord> FrequencyOf(
      const TextPiece& piece) const;

  struct Month {
    std::int64_t number = 0;
    std::uint32_t end = 0;
  };
  // A month's name with a capital letter.
  [[nodiscard]] std::optional<Month> MonthAt(const TextPiece& piece) const;

  [[nodiscard]] std::optional<std::int64_t> WholeAt(const TextPiece& piece,
                                                    std::int64_t least,
                                                    std::int64_t most) const;

  // Which words stand before `position`, at most `kWordsBefore`, the nearest
  // first.
  static constexpr std::size_t kWordsBefore = 4;
  [[nodiscard]] std::array<std::string_view, kWordsBefore> WordsBefore(
      std::uint32_t position) const;

 private:
  [[nodiscard]] std::optional<Unit> SignUnitAt(const TextPiece& piece) const;

  std::string_view text_;
  std::uint32_t begin_;
};

// A number, or two with "to", "or", "-" or "between ... and" about them.
struct NumberRange {
  Ratio low;
  Ratio high;
  WrittenNumber first;
  WrittenNumber last;
  std::optional<QuantityGrammar::Unit> first_unit;  // "10 mg to 20 mg"
  std::uint32_t end = 0;
};

[[nodiscard]] std::optional<NumberRange> RangeAt(const QuantityGrammar& grammar,
                                                 const TextPiece& piece);

// A quantity without words around it.
[[nodiscard]] Quantity Plain(ByteRange range, Dimension dimension,
                             const Ratio& low, const Ratio& high);

// Four digits are a year from the first of these to the last. More of them
// would be counts: "1200 mg".
inline constexpr std::int64_t kFirstYear = 1500;
inline constexpr std::int64_t kLastYear = 2100;
// A date as one number, ordered as dates are; 0 for a part that is not said.
[[nodiscard]] constexpr Ratio DateOf(std::int64_t year, std::int64_t month,
                                     std::int64_t day) {
  return {year * 10000 + month * 100 + day, 1};
}
// What happens every `low` to `high` times `seconds`, as a frequency.
[[nodiscard]] std::optional<Quantity> Every(ByteRange range, const Ratio& low,
                                            const Ratio& high,
                                            const Ratio& seconds);

// A currency's sign with its number.
[[nodiscard]] std::optional<Quantity> MoneyAt(const QuantityGrammar& grammar,
                                              const TextPiece& sign);
// A number with its unit, if it has one.
[[nodiscard]] std::optional<Quantity> MeasureAt(const QuantityGrammar& grammar,
                                                const TextPiece& piece);
// After a count, which begins at `begin` and ends at `position`: "times a day",
// "times daily", "daily"; after "once" or "twice": "a day", "daily".
[[nodiscard]] std::optional<Quantity> TimesAt(const QuantityGrammar& grammar,
                                              std::uint32_t begin,
                                              std::uint32_t position,
                                              const Ratio& low,
                                              const Ratio& high);
// "8 am", "8:30 pm", "08:00".
[[nodiscard]] std::optional<Quantity> ClockAt(const QuantityGrammar& grammar,
                                              const TextPiece& piece);
// "12 March 2020", "March 12, 2020", "March 2020", "March".
[[nodiscard]] std::optional<Quantity> DateAt(const QuantityGrammar& grammar,
                                             const TextPiece& first);
// What is written without digits: "every other day", "twice a day", "daily",
// "bid", "Monday", "noon".
[[nodiscard]] std::optional<Quantity> WordQuantityAt(
    const QuantityGrammar& grammar, const TextPiece& piece);

}  // namespace answerbox::engine
