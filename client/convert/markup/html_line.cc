#include "client/convert/markup/html_line.h"

#include <algorithm>
#include <cstddef>

#include "client/convert/markup/html_page.h"
#include "client/convert/markup/raised_signs.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// Whether it is a child of a heading, or a child of one.
bool IsInHeading(const GumboNode* node) {
  for (int i = 0; i < 2; ++i) {
    node = node->parent;
    if (node == nullptr || node->type != GUMBO_NODE_ELEMENT) return false;
    if (HeadingLevel(node->v.element.tag) != 0) return true;
  }
  return false;
}

const GumboNode* ElementBeside(const GumboNode* node, int distance) {
  const GumboNode* next = Sibling(node, distance);
  while (next != nullptr && next->type != GUMBO_NODE_ELEMENT) {
    if (IsText(next) && next->type != GUMBO_NODE_WHITESPACE) return nullptr;
    next = Sibling(next, distance);
  }
  return next;
}

}  // namespace

const GumboNode* NextElement(const GumboNode* node) {
  return ElementBeside(node, 1);
}

const GumboNode* PreviousElement(const GumboNode* node) {
  return ElementBeside(node, -1);
}

bool IsInFlow(const GumboNode* node) {
  for (node = node->parent; node != nullptr && node->type == GUMBO_NODE_ELEMENT;
       node = node->parent) {
    switch (node->v.element.tag) {
      case GUMBO_TAG_BODY:
        return true;
      case GUMBO_TAG_DIV:
      case GUMBO_TAG_SECTION:
      case GUMBO_TAG_ARTICLE:
      case GUMBO_TAG_MAIN:
        continue;
      default:
        return false;
    }
  }
  return false;
}

bool HoldsFootnotes(const GumboElement& element) {
  return HasWord(element, "role", "doc-endnotes") ||
         HasWord(element, "class", "footnotes");
}

std::string WithoutInvisibles(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t length = 1;
    if (text.starts_with("\xC2\xA0")) {
      length = 2;
      out += ' ';
    } else if (text.starts_with("\xC2\xAD")) {
      length = 2;
    } else if (text.starts_with("\xE2\x80\x8B") ||
               text.starts_with("\xEF\xBB\xBF")) {
      length = 3;
    } else {
      out += text.front();
    }
    text.remove_prefix(length);
  }
  return out;
}

bool IsBacklink(const GumboNode* node) {
  const GumboElement& element = node->v.element;
  if (HasWord(element, "role", "doc-backlink") ||
      HasWord(element, "class", "footnote-back")) {
    return true;
  }
  if (!LeadsIntoPage(element) || element.children.length != 1 ||
      !(IsTag(node->parent, GUMBO_TAG_DT) || IsInHeading(node))) {
    return false;
  }
  const auto* child = static_cast<const GumboNode*>(element.children.data[0]);
  // The signs that Sphinx, MkDocs, VuePress and others put beside headings.
  return IsText(child) && (std::string_view(child->v.text.text) == "\xC2\xB6" ||
                           std::string_view(child->v.text.text) == "#");
}

bool IsNote(const GumboElement& element) {
  return HasWord(element, "epub:type", "footnote") ||
         HasWord(element, "epub:type", "rearnote") ||
         HasWord(element, "epub:type", "endnote") ||
         HasWord(element, "role", "doc-footnote");
}

bool LeadsIntoPage(const GumboElement& element) {
  const std::string_view target = AttributeOf(element, "href");
  return element.tag == GUMBO_TAG_A && target.size() > 1 &&
         target.front() == '#';
}

bool LeadsToNote(const GumboElement& element) {
  return element.tag == GUMBO_TAG_A &&
         (HasWord(element, "role", "doc-noteref") ||
          HasWord(element, "epub:type", "noteref") ||
          HasWord(element, "class", "footnote-ref") ||
          HasWord(element, "class", "noteref"));
}

bool HoldsRaised(const GumboNode* link) {
  bool holds = false;
  WalkHtml(
      link,
      [&holds](const GumboNode* node) {
        if (node->type != GUMBO_NODE_ELEMENT) return false;
        holds = holds || node->v.element.tag == GUMBO_TAG_SUP;
        return !holds;
      },
      [](const GumboNode*) {});
  return holds;
}

std::string WordsIn(const GumboNode* root, bool* leads_into_page,
                    const std::function<bool(const GumboNode*)>& leaves_out) {
  std::string words;
  WalkHtml(
      root,
      [&](const GumboNode* node) {
        if (IsText(node)) words += WithoutInvisibles(node->v.text.text);
        if (node->type != GUMBO_NODE_ELEMENT) return false;
        if (leads_into_page != nullptr && LeadsIntoPage(node->v.element)) {
          *leads_into_page = true;
        }
        if (leaves_out && leaves_out(node)) return false;
        return !IsHidden(node->v.element) && !IsBacklink(node);
      },
      [](const GumboNode*) {});
  return words;
}

const GumboNode* Sibling(const GumboNode* node, int distance) {
  const GumboNode* parent = node->parent;
  if (parent == nullptr || parent->type != GUMBO_NODE_ELEMENT) return nullptr;
  const GumboVector& children = parent->v.element.children;
  const std::size_t at =
      node->index_within_parent + static_cast<std::size_t>(distance);
  // A place before the first child wraps around to a large number.
  if (at >= children.length) return nullptr;
  return static_cast<const GumboNode*>(children.data[at]);
}

bool IsTag(const GumboNode* node, GumboTag tag) {
  return node != nullptr && node->type == GUMBO_NODE_ELEMENT &&
         node->v.element.tag == tag;
}

bool IsSlash(const GumboNode* node) {
  if (node == nullptr || !IsText(node)) return false;
  const std::string_view text =
      engine::Trim(node->v.text.text, engine::kAsciiSpace);
  return text == "/" || text == kFractionSlash;
}

bool IsOneLine(const GumboNode* line) {
  // Divisions may nest; the bound keeps the time of all calls linear.
  constexpr std::size_t kMostNodes = 64;
  std::size_t nodes = 0;
  WalkHtml(
      line,
      [&](const GumboNode* node) {
        const bool is_block =
            node != line && node->type == GUMBO_NODE_ELEMENT &&
            (IsBlock(node->v.element.tag) || IsTag(node, GUMBO_TAG_BR));
        nodes += is_block ? kMostNodes + 1 : 1;
        return node->type == GUMBO_NODE_ELEMENT && nodes <= kMostNodes;
      },
      [](const GumboNode*) {});
  return nodes <= kMostNodes;
}

bool IsBoldHeading(const GumboNode* node, const PageStyle& style) {
  constexpr std::size_t kMaxBytes = 100;
  const auto is_paragraph = [](const GumboNode* other) {
    return IsTag(other, GUMBO_TAG_P) || IsTag(other, GUMBO_TAG_DIV);
  };
  if (!is_paragraph(node) || !IsOneLine(node) || !IsInFlow(node)) {
    return false;
  }
  const GumboNode* next = NextElement(node);
  const bool is_before_text =
      is_paragraph(next) || IsTag(next, GUMBO_TAG_TABLE);
  if (!is_before_text || !HoldsOnlyBold(node, style) ||
      HoldsOnlyBold(next, style)) {
    return false;
  }
  const std::string words = WordsIn(node);
  const std::string_view text = engine::Trim(words, engine::kAsciiSpace);
  return text.size() <= kMaxBytes && !text.empty() &&
         !engine::IsOneOf(text.back(), ".!?:;,") &&
         std::ranges::any_of(text, engine::IsLetter);
}

}  // namespace answerbox::client
