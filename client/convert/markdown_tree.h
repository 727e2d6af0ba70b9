// A Markdown file parsed by cmark within a budget.
#pragma once

#include <cmark.h>

#include <memory>
#include <string_view>

#include "client/convert/converted_document.h"
#include "client/convert/parser_heap.h"

namespace answerbox::client {

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
// `leave(node)` follows `enter(node)` once all inside was visited.
template <typename Enter, typename Leave>
void WalkMarkdown(cmark_node* root, Enter enter, Leave leave) {
  cmark_node* node = root;
  while (true) {
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

}  // namespace answerbox::client
