// Pipe tables. CommonMark does not have them, so cmark parses them as
// paragraphs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

// Whether `line` is the delimiter row between a table's head and its body, such
// as "|---|:-:|" or "--- | ---".
[[nodiscard]] bool IsDelimiterRow(std::string_view line);

// The number of the head row among a paragraph's `lines`: the first line with a
// pipe that is followed by a delimiter row. Nothing if no table begins there.
[[nodiscard]] std::optional<std::size_t> FindTable(
    std::span<const std::string> lines);

// The cells of "| a |  b |" without blanks around them: "a", "b". They are
// parts of `line`.
[[nodiscard]] std::vector<std::string_view> CellsOf(std::string_view line);

}  // namespace answerbox::client
