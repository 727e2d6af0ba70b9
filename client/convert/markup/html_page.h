// A web page parsed by gumbo, and what its elements mean for the text around
// them.
#pragma once

#include <gumbo.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/conversion_clock.h"
#include "client/convert/document/converted_document.h"
#include "client/convert/document/text_charset.h"
#include "client/convert/markup/parser_heap.h"

namespace answerbox::client {

// Returns the charset that a page declares in its first 1,024 bytes (meta
// element or XML declaration), in lower case. Empty if it declares none.
[[nodiscard]] std::string DeclaredCharset(std::string_view bytes);

// Decodes a page. UTF-8 stays unchanged except for its byte order mark; UTF-16
// is recognised by its mark. ISO-8859-1, ASCII and Windows-1252 are decoded as
// Windows-1252, as browsers do. Pages without a declaration are taken for
// UTF-8, or guessed if they are not (GuessCharset); CheckText then verifies the
// result. Errors: kUnsupportedCharset.
[[nodiscard]] Conversion<DecodedText> HtmlToUtf8(std::string bytes);

// Elements of one kind are parsed up to this depth, as in browsers.
inline constexpr std::size_t kMaxHtmlDepth = 500;

// Returns the place after the ">" of a tag that begins before `at`, ignoring
// attribute values.
[[nodiscard]] std::size_t EndOfTag(std::string_view html, std::size_t at);

// Returns the page without the tags of elements that nest deeper, but with
// their words; the tag of a block becomes a line break. Empty if no element
// does. Linear time.
[[nodiscard]] std::string WithBoundedDepth(std::string_view html);

// A page parsed within a budget, as nesting can make parsing take quadratic
// time and memory.
class HtmlTree {
 public:
  // `html` is valid UTF-8; it and `budget` outlive the tree.
  // Errors: kTooComplex past the budget.
  [[nodiscard]] static Conversion<HtmlTree> Parse(std::string_view html,
                                                  ParserBudget& budget);

  [[nodiscard]] const GumboNode* root() const { return root_; }
  // Whether tags past kMaxHtmlDepth were dropped: they may have hidden or
  // struck their words.
  [[nodiscard]] bool is_shallow() const { return !shallow_->empty(); }

 private:
  HtmlTree(std::unique_ptr<ParserHeap> heap, const GumboNode* root,
           std::unique_ptr<std::string> shallow);

  std::unique_ptr<std::string> shallow_;  // The page without deep tags.
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
    CheckConversionTime();
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

// Empty if the element has no attribute of that name.
[[nodiscard]] std::string_view AttributeOf(const GumboElement& element,
                                           const char* name);

// Whether `word` is one of the attribute's words, separated by white space, in
// any case. `word` is in lower case.
[[nodiscard]] bool HasWord(const GumboElement& element, const char* name,
                           std::string_view word);

// Reads the number at the beginning of an attribute, limited to `least` and
// `most`. Nothing when there is no number.
[[nodiscard]] std::optional<int> NumberOf(const GumboElement& element,
                                          const char* name, int least,
                                          int most);

// Whether no browser shows the element: scripts, templates, fallback content.
[[nodiscard]] bool IsNeverShown(const GumboElement& element);

// Whether a browser hides the element: one never shown, or one marked `hidden`
// or styled `display: none` itself.
[[nodiscard]] bool IsHidden(const GumboElement& element);

// Returns all words inside, hidden or not.
[[nodiscard]] std::string AllWords(const GumboNode* node);

// Returns the name of a MathML element, such as "msup"; empty for others.
[[nodiscard]] std::string_view FormulaTag(const GumboNode* node);

// Returns the words of a MathML formula on one line.
[[nodiscard]] std::string FormulaText(const GumboNode* math);

// Whether the element stands on lines of its own with space around them.
[[nodiscard]] bool IsBlock(GumboTag tag);

// Returns the level of h1 to h6; 0 for other elements.
[[nodiscard]] std::uint8_t HeadingLevel(GumboTag tag);

// Whether a table row holds only cells of running text and is best kept on one
// line. Rows that lay out a page hold headings, lists or tables.
[[nodiscard]] bool IsDataRow(const GumboNode* row);

// Whether a part of a web page is about its subject. Furniture is not: menus,
// the site's header and footer, cookie banners, links to share the page. In
// doubt a part is content.
enum class PagePart : std::uint8_t { kContent, kFurniture, kContents };

// Whether the element's tag, role, class or id mark a part of the page for
// JudgePart to look at. `in_section`: it is in an article, a section or the
// main part, whose headers and footers belong to them.
[[nodiscard]] bool MayBeFurniture(const GumboElement& element, bool in_section);

// Judges such an element by its contents. Time is linear in its size.
[[nodiscard]] PagePart JudgePart(const GumboNode* node);

// Whether a reader can open this hidden element: its button stands before it,
// or it is the panel of a tab, and it holds text, not only a menu's links.
// Looks at a bounded part of it.
[[nodiscard]] bool IsPanel(const GumboNode* node);

// Returns the level of heading that the button before a panel stands for: one
// above those within the panel, but below the page's own; 0 if the panel has no
// headings. Nothing if the element is no such button.
[[nodiscard]] std::optional<std::uint8_t> LevelOfPanelTitle(
    const GumboNode* node);

// Whether all words inside are in links into the same page, three or more.
[[nodiscard]] bool IsLinksIntoPage(const GumboNode* node);

}  // namespace answerbox::client
