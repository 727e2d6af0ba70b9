// Parts of a web page that are not about its subject, and those that a click
// opens.
#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

#include "client/convert/markup/html_line.h"
#include "client/convert/markup/html_page.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// Words of class and id that are used only for furniture. They come from the
// makers of consent banners and sharing buttons, from Bootstrap, MediaWiki,
// WordPress and DocBook. A word such as "sidebar" or "menu" is not
// among them: recipes and drug leaflets use these for content.
constexpr std::string_view kFurnitureNames[] = {
    "cookie-banner",   "cookie-bar",
    "cookie-consent",  "cookie-notice",
    "cookiebanner",    "cookieconsent",
    "gdpr-banner",     "consent-banner",
    "skip-link",       "skip-nav",
    "skip-to-content", "skiplink",
    "mw-jump-link",    "share-buttons",
    "sharing-buttons", "social-share",
    "social-links",    "sharedaddy",
    "breadcrumb",      "breadcrumbs",
    "site-nav",        "site-navigation",
    "main-navigation", "navbar",
    "mw-navigation",   "mw-panel",
    "mw-head",         "catlinks",
    "printfooter",     "site-footer",
    "site-header",     "onetrust-consent-sdk",
    "navheader",       "navfooter"};

// Words that some pages use for content. They count only if the part is short
// and mostly links.
constexpr std::string_view kNamesOfLinks[] = {
    "menu",    "main-menu", "mainmenu", "nav",        "topnav", "navigation",
    "share",   "sharing",   "social",   "related",    "pager",  "pagination",
    "toolbar", "sidebar",   "footer",   "footer-nav", "header", "docnav"};

constexpr std::string_view kFurnitureRoles[] = {"navigation", "search",
                                                "doc-toc"};

bool HasRole(const GumboElement& element, std::string_view role) {
  return HasWord(element, "role", role);
}

bool IsNavigation(const GumboElement& element) {
  return element.tag == GUMBO_TAG_NAV ||
         std::any_of(std::begin(kFurnitureRoles), std::end(kFurnitureRoles),
                     [&element](std::string_view role) {
                       return HasRole(element, role);
                     });
}

bool IsHeader(const GumboElement& element) {
  return element.tag == GUMBO_TAG_HEADER || HasRole(element, "banner");
}

bool IsFooter(const GumboElement& element) {
  return element.tag == GUMBO_TAG_FOOTER || HasRole(element, "contentinfo");
}

// DocBook's, whose links may lead to other pages.
bool IsNamedContents(const GumboElement& element) {
  return element.tag != GUMBO_TAG_BODY && HasWord(element, "class", "toc");
}

bool HasFurnitureName(const GumboElement& element) {
  return std::any_of(std::begin(kFurnitureNames), std::end(kFurnitureNames),
                     [&element](std::string_view name) {
                       return HasWord(element, "class", name) ||
                              HasWord(element, "id", name);
                     });
}

bool HasNameOfLinks(const GumboElement& element) {
  return std::any_of(std::begin(kNamesOfLinks), std::end(kNamesOfLinks),
                     [&element](std::string_view name) {
                       return HasWord(element, "class", name) ||
                              HasWord(element, "id", name);
                     });
}

// The contents of a part of a page.
struct Contained {
  std::size_t bytes = 0;         // Of text.
  std::size_t linked_bytes = 0;  // Of text in links.
  std::size_t links = 0;
  std::size_t links_into_page = 0;
  std::size_t contacts = 0;  // Links to telephones and mailboxes.
  std::size_t headings = 0;
  std::size_t heading_bytes = 0;  // Of text in headings.
  std::string lower_text;         // The first kilobyte.
};

// Measures links by their text, since the words of a menu are mostly links.
// Hidden elements do not count.
Contained Look(const GumboNode* root) {
  constexpr std::size_t kMaxText = 1024;
  Contained found;
  unsigned open_links = 0;
  unsigned open_headings = 0;
  WalkHtml(
      root,
      [&](const GumboNode* node) {
        if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_CDATA) {
          const std::string_view text = node->v.text.text;
          found.bytes += text.size();
          if (open_links > 0) found.linked_bytes += text.size();
          if (open_headings > 0) found.heading_bytes += text.size();
          const std::size_t room = kMaxText - found.lower_text.size();
          for (const char c : text.substr(0, room)) {
            found.lower_text += engine::ToLowerAscii(c);
          }
          return false;
        }
        if (node->type != GUMBO_NODE_ELEMENT || IsHidden(node->v.element)) {
          return false;
        }
        const GumboElement& element = node->v.element;
        if (HeadingLevel(element.tag) != 0) {
          ++found.headings;
          ++open_headings;
        }
        if (element.tag == GUMBO_TAG_A) {
          ++open_links;
          ++found.links;
          const std::string_view target = AttributeOf(element, "href");
          if (target.size() > 1 && target.front() == '#') {
            ++found.links_into_page;
          } else if (target.starts_with("tel:") ||
                     target.starts_with("mailto:")) {
            ++found.contacts;
          }
        }
        return true;
      },
      [&](const GumboNode* node) {
        if (node->v.element.tag == GUMBO_TAG_A) --open_links;
        if (HeadingLevel(node->v.element.tag) != 0) --open_headings;
      });
  return found;
}

// These words occur in site footers and hardly anywhere else.
bool SpeaksAsAFooter(const Contained& footer) {
  for (const std::string_view words :
       {"\xC2\xA9", "copyright", "all rights reserved", "privacy", "cookie",
        "terms of use", "last updated", "last modified"}) {
    if (footer.lower_text.find(words) != std::string::npos) return true;
  }
  return false;
}

// A list of sources has as many links, but also words outside of them.
bool IsMostlyLinks(const Contained& part) {
  return part.links > 0 && 2 * part.linked_bytes > part.bytes;
}

constexpr std::size_t kFewestContentsLinks = 3;

// Whether an element beside the page's text links to other pages, with a
// heading such as "Read next".
bool IsAsideOfLinks(const GumboElement& element, const Contained& part) {
  return element.tag == GUMBO_TAG_ASIDE && part.links > 1 &&
         part.links_into_page == 0 &&
         2 * part.linked_bytes > part.bytes - part.heading_bytes;
}

bool IsNamedGroupOfLinks(const GumboElement& element, const Contained& part) {
  constexpr std::size_t kMaxBytes = 600;
  return HasNameOfLinks(element) && part.links > 1 && part.bytes < kMaxBytes &&
         IsMostlyLinks(part);
}

}  // namespace

// Judging a part takes time that grows with its size. This check is cheap, and
// rules out most elements.
bool MayBeFurniture(const GumboElement& element, bool in_section) {
  if (IsNavigation(element) || HasFurnitureName(element) ||
      IsNamedContents(element)) {
    return true;
  }
  return !in_section &&
         (IsHeader(element) || IsFooter(element) || HasNameOfLinks(element) ||
          element.tag == GUMBO_TAG_ASIDE);
}

// The order matters: navigation is furniture, whatever it contains; a heading
// inside outweighs a name; without either, the text decides.
PagePart JudgePart(const GumboNode* node) {
  const GumboElement& element = node->v.element;
  const Contained part = Look(node);
  if (IsNavigation(element)) {
    const bool is_contents = part.links_into_page >= kFewestContentsLinks &&
                             2 * part.links_into_page > part.links;
    return is_contents ? PagePart::kContents : PagePart::kFurniture;
  }
  if (IsNamedContents(element) && part.links >= kFewestContentsLinks &&
      part.contacts + part.headings == 0 && IsMostlyLinks(part)) {
    return PagePart::kContents;
  }
  if (IsAsideOfLinks(element, part)) return PagePart::kFurniture;
  // A page's own headings are about its subject.
  if (part.headings > 0) return PagePart::kContent;
  if (HasFurnitureName(element)) return PagePart::kFurniture;
  if (!IsHeader(element) && !IsFooter(element)) {
    return IsNamedGroupOfLinks(element, part) ? PagePart::kFurniture
                                              : PagePart::kContent;
  }
  const bool is_furniture =
      IsMostlyLinks(part) || (IsFooter(element) && SpeaksAsAFooter(part));
  return is_furniture ? PagePart::kFurniture : PagePart::kContent;
}

// Finds contents without an element that says so: an ordinary list whose words
// all link to places in the same page. One word outside of a link makes it a
// list with references.
bool IsLinksIntoPage(const GumboNode* root) {
  std::size_t links = 0;
  bool all_are = true;
  unsigned open_links = 0;
  const auto is_into_page = [](const GumboNode* node) {
    const std::string_view target = AttributeOf(node->v.element, "href");
    return node->v.element.tag == GUMBO_TAG_A && target.size() > 1 &&
           target.front() == '#';
  };
  WalkHtml(
      root,
      [&](const GumboNode* node) {
        if (!all_are) return false;
        if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_CDATA) {
          all_are = open_links > 0 ||
                    engine::HasOnly(node->v.text.text, engine::kAsciiSpace);
          return false;
        }
        if (node->type != GUMBO_NODE_ELEMENT || IsHidden(node->v.element)) {
          return false;
        }
        if (is_into_page(node)) {
          ++open_links;
          ++links;
        }
        return true;
      },
      [&](const GumboNode* node) {
        if (is_into_page(node)) --open_links;
      });
  return all_are && links >= kFewestContentsLinks;
}

// Panels that a click opens, with their titles: accordions and tabs (WAI-ARIA
// Authoring Practices Guide 1.2, "Accordion", "Disclosure" and "Tabs").

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
