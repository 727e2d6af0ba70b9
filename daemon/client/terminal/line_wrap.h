// Where running text breaks into lines of a terminal's width, and how its parts
// are set off.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/client/terminal/terminal.h"

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
