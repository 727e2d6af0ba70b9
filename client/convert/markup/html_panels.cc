// Panels that a click opens, with their titles: accordions and tabs (WAI-ARIA
// Authoring Practices Guide 1.2, "Accordion", "Disclosure" and "Tabs").
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "client/convert/markup/html_line.h"
#include "client/convert/markup/html_page.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

bool HasAttribute(const GumboElement& element, const char* name) {
  return gumbo_get_attribute(&element.attributes, name) != nullptr;
}

bool IsButton(const GumboNode* node) {
  return node != nullptr && node->type == GUMBO_NODE_ELEMENT &&
         (node->v.element.tag == GUMBO_TAG_BUTTON ||
          HasWord(node->v.element, "role", "button") ||
          HasAttribute(node->v.element, "aria-expanded"));
}

// Whether a button is marked to open what follows. Other buttons may print the
// page, or send a form.
bool SaysThatItOpens(const GumboElement& button) {
  if (HasAttribute(button, "aria-expanded") ||
      HasAttribute(button, "aria-controls")) {
    return true;
  }
  std::string names;
  for (const char* name : {"class", "data-toggle", "data-bs-toggle"}) {
    for (const char c : AttributeOf(button, name)) {
      names += engine::ToLowerAscii(c);
    }
  }
  return std::ranges::any_of(
      std::to_array<std::string_view>({"accordion", "collaps", "toggle"}),
      [&names](std::string_view word) {
        return names.find(word) != std::string::npos;
      });
}

// Whether the node is a button, or a heading that holds one.
bool Opens(const GumboNode* node) {
  if (node == nullptr || node->type != GUMBO_NODE_ELEMENT) return false;
  if (IsButton(node)) return true;
  if (HeadingLevel(node->v.element.tag) == 0) return false;
  const GumboVector& children = node->v.element.children;
  return std::any_of(children.data, children.data + children.length,
                     [](const void* child) {
                       return IsButton(static_cast<const GumboNode*>(child));
                     });
}

struct PanelContent {
  std::size_t bytes = 0;         // Of text.
  std::size_t linked_bytes = 0;  // Of text in links and buttons.
  std::uint8_t level = 0;        // Of its highest heading; 0: none.
};

PanelContent LookInto(const GumboNode* panel) {
  // Panels may be nested; the bound keeps the time linear.
  constexpr std::size_t kMostNodes = 512;
  PanelContent found;
  std::size_t nodes = 0;
  std::size_t links = 0;
  const auto is_link = [](const GumboNode* node) {
    return IsTag(node, GUMBO_TAG_A) || IsButton(node);
  };
  WalkHtml(
      panel,
      [&](const GumboNode* node) {
        if (++nodes > kMostNodes) return false;
        if (node->type == GUMBO_NODE_TEXT) {
          const std::size_t size = std::string_view(node->v.text.text).size();
          found.bytes += size;
          if (links > 0) found.linked_bytes += size;
          return false;
        }
        if (node->type != GUMBO_NODE_ELEMENT || IsNeverShown(node->v.element)) {
          return false;
        }
        const std::uint8_t level = HeadingLevel(node->v.element.tag);
        if (level != 0 && (found.level == 0 || level < found.level)) {
          found.level = level;
        }
        links += is_link(node);
        return true;
      },
      [&](const GumboNode* node) { links -= is_link(node); });
  return found;
}

// Whether a panel holds text. A menu that a button opens does not: its words
// are links.
bool HoldsText(const PanelContent& content) {
  constexpr std::size_t kLeastBytes = 20;
  return content.bytes >= kLeastBytes &&
         2 * content.linked_bytes < content.bytes;
}

}  // namespace

bool IsPanel(const GumboNode* node) {
  return (HasWord(node->v.element, "role", "tabpanel") ||
          Opens(PreviousElement(node))) &&
         HoldsText(LookInto(node));
}

std::optional<std::uint8_t> LevelOfPanelTitle(const GumboNode* node) {
  constexpr std::size_t kMaxBytes = 150;
  if (!IsButton(node) || !SaysThatItOpens(node->v.element) ||
      !IsOneLine(node) || !IsInFlow(node)) {
    return std::nullopt;
  }
  const GumboNode* panel = NextElement(node);
  if (panel == nullptr || !IsBlock(panel->v.element.tag)) return std::nullopt;
  const std::string words = WordsIn(node);
  const std::string_view title = engine::Trim(words, engine::kAsciiSpace);
  const PanelContent content = LookInto(panel);
  if (title.size() > kMaxBytes || !HoldsText(content) ||
      std::ranges::none_of(title, engine::IsLetter)) {
    return std::nullopt;
  }
  if (content.level == 0) return std::uint8_t{0};
  return static_cast<std::uint8_t>(std::max(content.level - 1, 2));
}

}  // namespace answerbox::client
