// Quantities with a unit, amounts of money, shares and plain numbers.
#pragma once

#include <optional>
#include <string_view>

#include "engine/grounding/quantities/quantity_grammar.h"

namespace answerbox::engine {

// A currency's sign with its number.
[[nodiscard]] std::optional<Quantity> MoneyAt(const QuantityGrammar& grammar,
                                              std::string_view text,
                                              const TextPiece& sign);

// A number with its unit, if it has one.
[[nodiscard]] std::optional<Quantity> MeasureAt(const QuantityGrammar& grammar,
                                                std::string_view text,
                                                const TextPiece& piece);

}  // namespace answerbox::engine
