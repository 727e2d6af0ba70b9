// What of a web page is not about its subject: menus, the site's header and
// footer, cookie banners, links to share it. In doubt it is content.
#pragma once

#include <gumbo.h>

#include <cstdint>

namespace answerbox::client {

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
