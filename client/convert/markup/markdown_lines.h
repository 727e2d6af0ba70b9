// What a line of a Markdown file is in dialects that CommonMark does not know.
// Lines come without their end.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace answerbox::client {

// What opens fenced code in a line without blanks around it; empty for others.
[[nodiscard]] std::string_view FenceOf(std::string_view text);

// Whether such a line closes the code that `fence` opened.
[[nodiscard]] bool ClosesFence(std::string_view text, std::string_view fence);

// Whether a line of `source` such as "##Risks" shows that the file's headings
// need no blank after their hashes, as those of Markdown's first programs.
// Lines of fenced code show nothing.
[[nodiscard]] bool HasTightHeadings(std::string_view source);

// The words that lead in a box. `kind` is empty for other lines.
struct BoxHead {
  std::string_view kind = {};
  std::optional<std::string_view> title = {};
};

// MkDocs' `!!! danger "Title"`, `??? note` (folded) and `=== "Tab"`, whose body
// is indented. Lines with words that a box would lose are none.
[[nodiscard]] BoxHead IndentedBoxOf(std::string_view line);

// The frame `:::danger Title` of Docusaurus, VuePress and MyST. Names that no
// program shows as a box make none.
[[nodiscard]] BoxHead FrameOf(std::string_view line);

// The cells of a line of a grid, between its bars; empty for other text.
[[nodiscard]] std::vector<std::string_view> GridCells(std::string_view text);

// The number of columns of a border such as "+---+====+"; 0 for other text.
[[nodiscard]] std::size_t GridColumns(std::string_view text);

// Whether a line begins with a label: "Seconded by: Ann", "**Valve**: open".
[[nodiscard]] bool BeginsWithLabel(std::string_view text);

// What follows "1. " if that is one piece in bold, and neither a sentence nor a
// link; else nothing.
[[nodiscard]] std::string_view TitleOfItem(std::string_view text);

}  // namespace answerbox::client
