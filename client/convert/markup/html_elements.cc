#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "client/convert/markup/html_page.h"
#include "client/convert/markup/raised_signs.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

constexpr std::string_view kHtmlBlanks = " \t\r\n\f";

// `lower` is in lower case.
bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  return std::equal(
      text.begin(), text.end(), lower.begin(), lower.end(),
      [](char a, char b) { return engine::ToLowerAscii(a) == b; });
}

// Considers only the element's own style, no style sheets. Blanks are dropped
// because "display : none" is valid, too.
bool HidesByStyle(const char* style) {
  std::string compact;
  for (const char c : std::string_view(style)) {
    if (c != ' ') compact += static_cast<char>(c | 0x20);  // ASCII lower case.
  }
  return compact.find("display:none") != std::string::npos ||
         compact.find("visibility:hidden") != std::string::npos;
}

}  // namespace

HtmlTree::HtmlTree(std::unique_ptr<ParserHeap> heap, const GumboNode* root,
                   std::unique_ptr<std::string> shallow)
    : shallow_(std::move(shallow)), heap_(std::move(heap)), root_(root) {}

Conversion<HtmlTree> HtmlTree::Parse(std::string_view html,
                                     ParserBudget& budget) {
  // Gumbo takes an allocator with a pointer of ours. The tree lives in the heap
  // and gumbo never destroys it, as that would recurse as deep as the page
  // nests.
  auto heap = std::make_unique<ParserHeap>(budget);
  GumboOptions options = kGumboDefaultOptions;
  options.userdata = heap.get();
  options.allocator = [](void* self, std::size_t size) {
    return static_cast<ParserHeap*>(self)->Allocate(size);
  };
  options.deallocator = [](void* self, void* memory) {
    static_cast<ParserHeap*>(self)->Release(memory);
  };
  options.max_errors = 0;
  auto shallow = std::make_unique<std::string>(WithBoundedDepth(html));
  if (!shallow->empty()) html = *shallow;
  const GumboNode* root = nullptr;
  const bool parsed = heap->Run([&options, &root, html] {
    root = gumbo_parse_with_options(&options, html.data(), html.size())->root;
  });
  if (!parsed) return ParserBudget::Spent();
  return HtmlTree(std::move(heap), root, std::move(shallow));
}

std::string_view AttributeOf(const GumboElement& element, const char* name) {
  const GumboAttribute* attribute =
      gumbo_get_attribute(&element.attributes, name);
  return attribute == nullptr ? std::string_view() : attribute->value;
}

bool HasWord(const GumboElement& element, const char* name,
             std::string_view word) {
  std::string_view words = AttributeOf(element, name);
  while (true) {
    words.remove_prefix(
        std::min(words.find_first_not_of(kHtmlBlanks), words.size()));
    if (words.empty()) return false;
    const std::size_t end =
        std::min(words.find_first_of(kHtmlBlanks), words.size());
    if (EqualsIgnoringCase(words.substr(0, end), word)) return true;
    words.remove_prefix(end);
  }
}

std::optional<int> NumberOf(const GumboElement& element, const char* name,
                            int least, int most) {
  std::string_view text = AttributeOf(element, name);
  text.remove_prefix(
      std::min(text.find_first_not_of(kHtmlBlanks), text.size()));
  if (text.starts_with('+')) text.remove_prefix(1);
  int number = 0;
  const std::errc error =
      std::from_chars(text.data(), text.data() + text.size(), number).ec;
  if (error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    return text.starts_with('-') ? least : most;
  }
  return std::clamp(number, least, most);
}

// Whether no browser shows the element. Scripts are off: `noscript` asks to
// turn them on. The options of a `select` and fallbacks of media are no text of
// the page. An SVG holds labels of drawings, in no order.
bool IsNeverShown(const GumboElement& element) {
  if (element.tag_namespace == GUMBO_NAMESPACE_SVG) return true;
  switch (element.tag) {
    case GUMBO_TAG_HEAD:
    case GUMBO_TAG_TITLE:
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_TEMPLATE:
    case GUMBO_TAG_NOSCRIPT:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_NOFRAMES:
    case GUMBO_TAG_NOEMBED:
    case GUMBO_TAG_OBJECT:
    case GUMBO_TAG_AUDIO:
    case GUMBO_TAG_VIDEO:
    case GUMBO_TAG_CANVAS:
    case GUMBO_TAG_SELECT:
    case GUMBO_TAG_DATALIST:
    case GUMBO_TAG_RP:
      return true;
    default:
      return false;
  }
}

bool IsHidden(const GumboElement& element) {
  if (IsNeverShown(element) ||
      gumbo_get_attribute(&element.attributes, "hidden") != nullptr) {
    return true;
  }
  const GumboAttribute* style =
      gumbo_get_attribute(&element.attributes, "style");
  return style != nullptr && HidesByStyle(style->value);
}

namespace {

bool PartsWords(GumboTag tag) {
  return IsBlock(tag) || tag == GUMBO_TAG_BR || tag == GUMBO_TAG_LI ||
         tag == GUMBO_TAG_DT || tag == GUMBO_TAG_DD || tag == GUMBO_TAG_TD ||
         tag == GUMBO_TAG_TH;
}

}  // namespace

std::string AllWords(const GumboNode* root) {
  std::string words;
  WalkHtml(
      root,
      [&words](const GumboNode* node) {
        if (IsText(node)) words += node->v.text.text;
        const bool is_shown =
            node->type == GUMBO_NODE_ELEMENT && !IsNeverShown(node->v.element);
        if (is_shown && PartsWords(node->v.element.tag)) words += ' ';
        return is_shown;
      },
      [&words](const GumboNode* node) {
        if (PartsWords(node->v.element.tag)) words += ' ';
      });
  return words;
}

// Gumbo knows few names of MathML; the others come from the source.
std::string_view FormulaTag(const GumboNode* node) {
  if (node->type != GUMBO_NODE_ELEMENT ||
      node->v.element.tag_namespace != GUMBO_NAMESPACE_MATHML) {
    return {};
  }
  GumboStringPiece tag = node->v.element.original_tag;
  gumbo_tag_from_original_text(&tag);
  std::string_view name(tag.data, tag.length);
  // Word writes "mml:msup" or "m:msup".
  return name.substr(name.rfind(':') + 1);
}

namespace {

// Formulas nest little. Deeper parts are written as their words.
constexpr int kMaxFormulaDepth = 16;

void AppendFormula(const GumboNode* node, int depth, std::string& out) {
  if (IsText(node)) {
    out += engine::Trim(node->v.text.text, engine::kAsciiSpace);
    return;
  }
  if (node->type != GUMBO_NODE_ELEMENT) return;
  if (depth > kMaxFormulaDepth) {
    WalkHtml(
        node,
        [&out](const GumboNode* inside) {
          if (IsText(inside)) out += inside->v.text.text;
          return inside->type == GUMBO_NODE_ELEMENT;
        },
        [](const GumboNode*) {});
    return;
  }
  const std::string_view tag = FormulaTag(node);
  // The annotation repeats the formula as TeX, for programs.
  if (tag == "annotation" || tag == "annotation-xml") return;
  std::vector<std::string> parts;
  const GumboVector& children = node->v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    std::string part;
    AppendFormula(static_cast<const GumboNode*>(children.data[i]), depth + 1,
                  part);
    if (!part.empty()) parts.push_back(std::move(part));
  }
  const bool is_pair = parts.size() == 2;
  if (is_pair && tag == "mfrac") {
    out += Numerator(out, parts[0]) + "/" + parts[1];
  } else if (is_pair && tag == "msub") {
    out += parts[0] + Lowered(parts[1]);
  } else if (is_pair && tag == "msup") {
    const std::string power = PlainFormula("^{" + parts[1] + "}");
    out += parts[0] + (power.empty() ? "^" + parts[1] : power);
  } else {
    for (const std::string& part : parts) out += part;
  }
}

}  // namespace

std::string FormulaText(const GumboNode* math) {
  std::string text;
  AppendFormula(math, 0, text);
  return text;
}

// The elements that the HTML Standard's style sheet ("Rendering", flow content)
// shows as blocks. List items and cells are not among them, as their markers
// and rows show where they begin.
bool IsBlock(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_ADDRESS:
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_ASIDE:
    case GUMBO_TAG_BLOCKQUOTE:
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_CAPTION:
    case GUMBO_TAG_CENTER:
    case GUMBO_TAG_DETAILS:
    case GUMBO_TAG_DIR:
    case GUMBO_TAG_DIV:
    case GUMBO_TAG_DL:
    case GUMBO_TAG_FIELDSET:
    case GUMBO_TAG_FIGCAPTION:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_FOOTER:
    case GUMBO_TAG_FORM:
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_HGROUP:
    case GUMBO_TAG_HR:
    case GUMBO_TAG_LEGEND:
    case GUMBO_TAG_LISTING:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_MENU:
    case GUMBO_TAG_NAV:
    case GUMBO_TAG_OL:
    case GUMBO_TAG_P:
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_SUMMARY:
    case GUMBO_TAG_TABLE:
    case GUMBO_TAG_UL:
    case GUMBO_TAG_XMP:
      return true;
    default:
      return HeadingLevel(tag) != 0;
  }
}

std::uint8_t HeadingLevel(GumboTag tag) {
  static_assert(GUMBO_TAG_H6 - GUMBO_TAG_H1 == 5);
  if (tag < GUMBO_TAG_H1 || tag > GUMBO_TAG_H6) return 0;
  return static_cast<std::uint8_t>(tag - GUMBO_TAG_H1 + 1);
}

// Rows that lay out a page hold what pages hold: headings, lists, tables in
// tables.
bool IsDataRow(const GumboNode* row) {
  bool running_text = true;
  WalkHtml(
      row,
      [&running_text](const GumboNode* node) {
        if (node->type != GUMBO_NODE_ELEMENT || !running_text) return false;
        const GumboTag tag = node->v.element.tag;
        // A cell may wrap its words in one paragraph or division.
        running_text =
            !IsBlock(tag) || tag == GUMBO_TAG_P || tag == GUMBO_TAG_DIV;
        return running_text;
      },
      [](const GumboNode*) {});
  return running_text;
}

}  // namespace answerbox::client
