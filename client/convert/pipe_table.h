// Pipe tables, which CommonMark does not know: to cmark they are paragraphs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

// Whether `line` is the row of dashes between a table's head and its body, such
// as "|---|:-:|" or "--- | ---".
[[nodiscard]] bool IsDelimiterRow(std::string_view line);

// The number of the head row among a paragraph's `lines`, if a table begins in
// it: the first line with a pipe that a delimiter row follows.
[[nodiscard]] std::optional<std::size_t> FindTable(
    std::span<const std::string> lines);

// "| a |  b |" as "a | b".
[[nodiscard]] std::string RowText(std::string_view line);

}  // namespace answerbox::client
