// Where running text breaks into lines of a terminal's width, and how its parts
// are set off.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// Half-open range of bytes.
struct TextRange {
  std::size_t begin;
  std::size_t end;

  friend bool operator==(const TextRange&, const TextRange&) = default;
};

// The lines of `text`, each at most `columns` wide, broken at white space; a
// word wider than a line is broken anywhere. Lines hold no white space at their
// ends; a blank line between paragraphs is an empty range. A single line end
// stays within a line, as a space, or ends it.
enum class LineEnds : std::uint8_t { kJoin, kKeep };
[[nodiscard]] std::vector<TextRange> WrapLines(std::string_view text,
                                               std::size_t columns,
                                               LineEnds line_ends);

// `text` in lines at most `columns` wide, each ended by a newline, with blanks
// before the first and before the others. Nothing of nothing.
[[nodiscard]] std::string Indented(std::string_view text, std::size_t columns,
                                   std::size_t first, std::size_t others);

// A sentence on lines of its own, within the width of a terminal. Characters
// that are not visible are escaped.
[[nodiscard]] std::string SentenceLines(const Terminal& terminal,
                                        std::string_view sentence);

// A label, dimmed, and what it says, on a line. Control characters are escaped.
// On a terminal too narrow for the line the text is wrapped to the right of the
// label, or where little room is left there, below it. Precondition: the label
// is not blank.
[[nodiscard]] std::string LabelledRow(const Terminal& terminal,
                                      std::string_view label,
                                      std::string_view text);

// A range of the text with a style on top of the styles of ranges around it.
struct StyledRange {
  TextRange range;
  Style style;
};

// The part of `text` in `line`, with the styles of all ranges that cover each
// byte. Control characters are blanked out.
[[nodiscard]] std::string RenderLine(const Terminal& terminal,
                                     std::string_view text, TextRange line,
                                     std::span<const StyledRange> styles);

}  // namespace answerbox::client
