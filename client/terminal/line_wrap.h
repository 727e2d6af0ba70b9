// Breaks running text into lines of a terminal's width, and styles parts of it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/terminal/terminal.h"
#include "protocol/reply/answer_parts.h"

namespace answerbox::client {

using protocol::TextRange;

// Returns the lines of `text`, each at most `columns` wide, broken at white
// space. A word wider than a line is broken anywhere. Lines have no white space
// at their ends. A blank line between paragraphs is an empty range. With kJoin
// a single line end stays within a line, as a space; with kKeep it ends the
// line.
enum class LineEnds : std::uint8_t { kJoin, kKeep };
[[nodiscard]] std::vector<TextRange> WrapLines(std::string_view text,
                                               std::size_t columns,
                                               LineEnds line_ends);

// Writes `text` in lines at most `columns` wide, each ended by a newline. The
// first line begins with `first` blanks, the others with `others`. Empty for an
// empty text.
[[nodiscard]] std::string Indented(std::string_view text, std::size_t columns,
                                   std::size_t first, std::size_t others);

// Writes a sentence on lines of its own, within the width of a terminal.
// Escapes characters that are not visible.
[[nodiscard]] std::string SentenceLines(const Terminal& terminal,
                                        std::string_view sentence);

// Writes a dimmed label and its value on a line. Escapes control characters. On
// a terminal too narrow for the line, the text is wrapped to the right of the
// label or, where little room is left there, below it. Precondition: the label
// is not blank.
[[nodiscard]] std::string LabelledRow(const Terminal& terminal,
                                      std::string_view label,
                                      std::string_view text);

// A range of the text with a style, which is added to the styles of the ranges
// around it.
struct StyledRange {
  TextRange range;
  Style style;
};

// Returns the part of `text` in `line`, with the styles of all ranges that
// cover each byte. Control characters become blanks.
[[nodiscard]] std::string RenderLine(const Terminal& terminal,
                                     std::string_view text, TextRange line,
                                     std::span<const StyledRange> styles);

// Wraps `text` to `columns`, each line after `indent` and in one style. Lines
// are wrapped before they are styled, because the bytes of a style would be
// counted as columns.
[[nodiscard]] std::string StyledLines(const Terminal& terminal, Style style,
                                      std::string_view text,
                                      std::size_t columns,
                                      std::string_view indent);

// Wraps the lines of `text` for a terminal. Control characters become blanks.
[[nodiscard]] std::string WrappedText(const Terminal& terminal,
                                      std::string_view text);

}  // namespace answerbox::client
