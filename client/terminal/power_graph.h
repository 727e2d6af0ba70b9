// Draws power over time as a few lines of blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace answerbox::client {

// Draws one column for each value, at most `columns` of them, the last ones, on
// `rows` lines, 1 to 16. The lines reach from 0 W to the highest value, which
// is written beside the first line. An unknown value is a dot on the lowest
// line. Empty without values.
[[nodiscard]] std::string RenderPowerGraph(
    std::span<const std::optional<std::uint64_t>> power_uw, std::size_t columns,
    std::size_t rows);

}  // namespace answerbox::client
