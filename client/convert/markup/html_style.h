// The part of a page's style sheets that changes what a person reads: whether
// text is visible, struck out, or bold.
#pragma once

#include <gumbo.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "client/convert/document/converted_document.h"

namespace answerbox::client {

using PageColor = std::array<std::uint8_t, 3>;

// Declarations of a style attribute or a rule. Unset: not declared.
struct ElementStyle {
  std::optional<bool> is_hidden = {};
  std::optional<bool> is_struck = {};
  std::optional<bool> is_bold = {};
  std::optional<PageColor> color = {};
  std::optional<PageColor> ground = {};
  bool has_picture = false;  // Behind its text.
  // Above or below the line, like `sup` and `sub`.
  bool is_raised = false;
  bool is_lowered = false;
};

class PageStyle {
 public:
  PageStyle() = default;

  // Reads the `style` elements below `root`, without at-rules. Understands only
  // selectors of a class, an id or a tag, or of a tag with a class.
  explicit PageStyle(const GumboNode* root);

  // Returns the style by tag, classes, id and style attribute; the later of
  // these wins.
  [[nodiscard]] ElementStyle Of(const GumboElement& element) const;

  // Whether grounds are known: the page contains all its style sheets.
  [[nodiscard]] bool is_whole() const { return is_whole_ && !is_cut_; }

  // Whether rules past a bound were not read; they may strike or hide words.
  [[nodiscard]] bool is_cut() const { return is_cut_; }

 private:
  void ReadSheet(std::string_view sheet);

  std::unordered_map<std::string, ElementStyle> rules_;  // By simple selector.
  bool is_whole_ = true;
  bool is_cut_ = false;
};

// Returns why the words of an element are left out: it is struck or hidden, or
// in the colour of its ground. Does not look at the elements around it.
//   ground  of the element, if it has none of its own
[[nodiscard]] std::optional<LeftOut> WhyLeftOut(
    const GumboElement& element, const ElementStyle& style,
    const std::optional<PageColor>& ground);

// Whether an element has words, all of them bold. False for more than a few
// lines.
[[nodiscard]] bool HoldsOnlyBold(const GumboNode* root, const PageStyle& style);

}  // namespace answerbox::client
