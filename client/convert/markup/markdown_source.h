// A Markdown file: the tree that cmark makes of it, and what its lines are in
// dialects that CommonMark does not know. Lines come without their end.
#pragma once

#include <cmark.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/conversion_clock.h"
#include "client/convert/document/converted_document.h"
#include "client/convert/markup/parser_heap.h"

namespace answerbox::client {

// A file parsed within a budget.
class MarkdownTree {
 public:
  // `markdown` is valid UTF-8. `budget` outlives the tree.
  // Errors: kTooComplex past the budget.
  [[nodiscard]] static Conversion<MarkdownTree> Parse(std::string_view markdown,
                                                      ParserBudget& budget);

  [[nodiscard]] cmark_node* root() const { return root_; }

 private:
  MarkdownTree(std::unique_ptr<ParserHeap> heap, cmark_node* root);

  std::unique_ptr<ParserHeap> heap_;
  cmark_node* root_;
};

// Visits `root` and all nodes below it in document order, without recursion.
// Does not allocate in the tree's heap, as cmark's own iterator would.
// `leave(node)` is called after everything inside the node was visited.
template <typename Enter, typename Leave>
void WalkMarkdown(cmark_node* root, Enter enter, Leave leave) {
  cmark_node* node = root;
  while (true) {
    CheckConversionTime();
    enter(node);
    if (cmark_node* child = cmark_node_first_child(node); child != nullptr) {
      node = child;
      continue;
    }
    leave(node);
    while (node != root && cmark_node_next(node) == nullptr) {
      node = cmark_node_parent(node);
      leave(node);
    }
    if (node == root) return;
    node = cmark_node_next(node);
  }
}

// Returns `text` without its front matter: a first line `---`, lines that look
// like YAML, and a line `---` or `...`; or `+++`, TOML and `+++`. Other text is
// returned whole: a rule at the beginning of a document is not taken for front
// matter.
[[nodiscard]] std::string_view WithoutFrontMatter(std::string_view text);

// cmark parses front matter and pipe tables as paragraphs.

// Whether `line` is the delimiter row between a table's head and its body, such
// as "|---|:-:|" or "--- | ---".
[[nodiscard]] bool IsDelimiterRow(std::string_view line);

// The number of the head row among a paragraph's `lines`: the first line with a
// pipe that is followed by a delimiter row. Nothing if no table begins there.
[[nodiscard]] std::optional<std::size_t> FindTable(
    std::span<const std::string> lines);

// Returns the cells of "| a |  b |" without blanks around them: "a", "b". They
// are parts of `line`.
[[nodiscard]] std::vector<std::string_view> CellsOf(std::string_view line);

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
