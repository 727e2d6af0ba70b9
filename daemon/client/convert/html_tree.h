// A parsed page within a budget. Pages come from anywhere, and nesting can be
// made to cost gumbo quadratic time and memory: both end at a stated bound.
#pragma once

#include <gumbo.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "daemon/client/convert/converted_document.h"

namespace answerbox::client {

inline constexpr std::size_t kMaxHtmlTreeBytes = 256u << 20;
inline constexpr int kMaxHtmlParseSeconds = 10;  // Of processor time.

class HtmlTree {
 public:
  // `html` is valid UTF-8 and outlives the tree.
  // Errors: kTooComplex past either bound.
  [[nodiscard]] static Conversion<HtmlTree> Parse(std::string_view html);

  HtmlTree(HtmlTree&&) noexcept;
  HtmlTree& operator=(HtmlTree&&) noexcept;
  ~HtmlTree();

  [[nodiscard]] const GumboNode* root() const { return root_; }

 private:
  class Allocations;
  explicit HtmlTree(std::unique_ptr<Allocations> allocations,
                    const GumboNode* root);

  std::unique_ptr<Allocations> allocations_;
  const GumboNode* root_;
};

// Visits the elements and texts below `root` in document order, without
// recursion. `enter(node)` says whether to go inside; `leave(node)` follows for
// each element gone into.
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
