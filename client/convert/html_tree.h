// A page parsed by gumbo within a budget, as a page can be made to need
// quadratic time and memory by nesting.
#pragma once

#include <gumbo.h>

#include <memory>
#include <string_view>
#include <vector>

#include "client/convert/converted_document.h"
#include "client/convert/parser_heap.h"

namespace answerbox::client {

class HtmlTree {
 public:
  // `html` is valid UTF-8; it and `budget` outlive the tree.
  // Errors: kTooComplex past the budget.
  [[nodiscard]] static Conversion<HtmlTree> Parse(std::string_view html,
                                                  ParserBudget& budget);

  [[nodiscard]] const GumboNode* root() const { return root_; }

 private:
  HtmlTree(std::unique_ptr<ParserHeap> heap, const GumboNode* root);

  std::unique_ptr<ParserHeap> heap_;
  const GumboNode* root_;
};

[[nodiscard]] inline bool IsText(const GumboNode* node) {
  return node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_CDATA ||
         node->type == GUMBO_NODE_WHITESPACE;
}

// Visits the elements and texts below `root` in document order, without
// recursion. `enter(node)` returns whether to visit what is inside.
// `leave(node)` follows for each element that was entered.
template <typename Enter, typename Leave>
void WalkHtml(const GumboNode* root, Enter enter, Leave leave) {
  struct Frame {
    const GumboNode* node;
    unsigned next_child;
  };
  std::vector<Frame> path;
  if (enter(root)) path.push_back({root, 0});
  while (!path.empty()) {
    Frame& frame = path.back();
    const GumboVector& children = frame.node->v.element.children;
    if (frame.next_child == children.length) {
      leave(frame.node);
      path.pop_back();
      continue;
    }
    const auto* child =
        static_cast<const GumboNode*>(children.data[frame.next_child++]);
    const bool inside = enter(child);
    if (inside && child->type == GUMBO_NODE_ELEMENT) path.push_back({child, 0});
  }
}

}  // namespace answerbox::client
