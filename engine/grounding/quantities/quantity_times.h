// Quantities of time: how often, at what time of the day, on which date.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/grounding/quantities/quantity_grammar.h"

namespace answerbox::engine {

// A date as one number, ordered as dates are.
[[nodiscard]] constexpr Ratio DateOf(std::int64_t year, std::int64_t month,
                                     std::int64_t day) {
  return {year * 10000 + month * 100 + day, 1};
}

// After a count, which begins at `begin` and ends at `position`: "times a day",
// "times daily", "daily"; after "once" or "twice": "a day", "daily".
[[nodiscard]] std::optional<Quantity> TimesAt(const QuantityGrammar& grammar,
                                              std::uint32_t begin,
                                              std::uint32_t position,
                                              const Ratio& low,
                                              const Ratio& high);

// "8 am", "8:30 pm", "08:00".
[[nodiscard]] std::optional<Quantity> ClockAt(const QuantityGrammar& grammar,
                                              const TextPiece& hour_piece);

// "12 March 2020", "March 12, 2020", "March 2020", "March".
[[nodiscard]] std::optional<Quantity> DateAt(const QuantityGrammar& grammar,
                                             const TextPiece& first);

// What is written without digits: "every other day", "twice a day", "daily",
// "bid", "Monday", "noon".
[[nodiscard]] std::optional<Quantity> WordQuantityAt(
    const QuantityGrammar& grammar, std::string_view text,
    const TextPiece& piece);

}  // namespace answerbox::engine
