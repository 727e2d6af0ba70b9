// A web page that gumbo parsed, and what its elements mean for the text around
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

#include "client/convert/document/converted_document.h"
#include "client/convert/document/text_charset.h"
#include "client/convert/markup/parser_heap.h"

namespace answerbox::client {

// Returns the charset that a page declares in its first 1,024 bytes (meta
// element or XML declaration), in lower case. Empty if it declares none.
[[nodiscard]] std::string DeclaredCharset(std::string_view bytes);

// Decodes a page. UTF-8 stays as it is, without its byte order mark, and UTF-16
// is told by its mark. ISO-8859-1, ASCII and Windows-1252 are decoded as
// Windows-1252, as browsers do. A page that declares nothing is taken for UTF-8
// or, where it is none, guessed (GuessCharset); CheckText then verifies it.
// Errors: kUnsupportedCharset.
[[nodiscard]] Conversion<DecodedText> HtmlToUtf8(std::string bytes);

// Elements of one kind are parsed so deep, as in browsers.
inline constexpr std::size_t kMaxHtmlDepth = 500;

// Past the ">" of a tag that begins before `at`: one in no attribute's value.
[[nodiscard]] std::size_t EndOfTag(std::string_view html, std::size_t at);

// The page without the tags of what nests deeper, whose words stay; a tag of a
// block becomes a line break. Empty where nothing does. Linear time.
[[nodiscard]] std::string WithBoundedDepth(std::string_view html);

// A page parsed within a budget, as a page can be made to need quadratic time
// and memory by nesting.
class HtmlTree {
 public:
  // `html` is valid UTF-8; it and `budget` outlive the tree.
  // Errors: kTooComplex past the budget.
  [[nodiscard]] static Conversion<HtmlTree> Parse(std::string_view html,
                                                  ParserBudget& budget);

  [[nodiscard]] const GumboNode* root() const { return root_; }
  // Whether tags past kMaxHtmlDepth were dropped, and with them what they may
  // say of their words: hidden, struck.
  [[nodiscard]] bool is_shallow() const { return !shallow_->empty(); }

 private:
  HtmlTree(std::unique_ptr<ParserHeap> heap, const GumboNode* root,
           std::unique_ptr<std::string> shallow);

  std::unique_ptr<std::string> shallow_;  // What was parsed, if not all.
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

// Empty when the element has none of that name.
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

// Whether no browser shows it: scripts, templates, fallback content.
[[nodiscard]] bool IsNeverShown(const GumboElement& element);

// Whether a browser hides it: that, and what is marked `hidden` or styled
// `display: none` in itself.
[[nodiscard]] bool IsHidden(const GumboElement& element);

// All words inside, hidden or not.
[[nodiscard]] std::string AllWords(const GumboNode* node);

// The name of an element of MathML, such as "msup"; empty for others.
[[nodiscard]] std::string_view FormulaTag(const GumboNode* node);

// The words of a formula in MathML, in one line.
[[nodiscard]] std::string FormulaText(const GumboNode* math);

// Whether its content stands on lines of its own with space around them.
[[nodiscard]] bool IsBlock(GumboTag tag);

// The level of h1 to h6; 0 for other elements.
[[nodiscard]] std::uint8_t HeadingLevel(GumboTag tag);

// Whether a table row holds only cells of running text and is best kept on one
// line. Rows that lay out a page hold headings, lists or tables.
[[nodiscard]] bool IsDataRow(const GumboNode* row);

// What of a web page is not about its subject: menus, the site's header and
// footer, cookie banners, links to share it. In doubt it is content.
enum class PagePart : std::uint8_t { kContent, kFurniture, kContents };

// Whether the element marks out a part of the page by its tag, role, class or
// id, so that JudgePart is worth its time. `in_section`: it stands in an
// article, a section or the main part, whose headers and footers are their own.
[[nodiscard]] bool MayBeFurniture(const GumboElement& element, bool in_section);

// Judges such an element by what is inside. Time is linear in its size.
[[nodiscard]] PagePart JudgePart(const GumboNode* node);

// Whether all words inside are links into the same page, three or more.
[[nodiscard]] bool IsLinksIntoPage(const GumboNode* node);

}  // namespace answerbox::client
