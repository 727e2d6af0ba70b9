// An element as a part of its line: its words, what stands beside it, and where
// a link leads.
#pragma once

#include <gumbo.h>

#include <functional>
#include <string>
#include <string_view>

#include "client/convert/markup/html_style.h"

namespace answerbox::client {

[[nodiscard]] bool IsTag(const GumboNode* node, GumboTag tag);

// The node that stands so many places after it; null: none.
[[nodiscard]] const GumboNode* Sibling(const GumboNode* node, int distance);

// Whether a node is the slash of a fraction, and nothing else.
[[nodiscard]] bool IsSlash(const GumboNode* node);

// Whether it holds no blocks, and little else.
[[nodiscard]] bool IsOneLine(const GumboNode* line);

// Whether it holds notes of the page.
[[nodiscard]] bool HoldsFootnotes(const GumboElement& element);

// Whether it leads back from a note to its mark: an arrow, which says nothing.
[[nodiscard]] bool IsBacklink(const GumboElement& element);

// Whether it is a note of an e-book.
[[nodiscard]] bool IsNote(const GumboElement& element);

[[nodiscard]] bool LeadsIntoPage(const GumboElement& element);

// Whether it is the mark of a note, and says so itself, as e-books and Pandoc
// write it.
[[nodiscard]] bool LeadsToNote(const GumboElement& element);

// Whether raised signs are inside.
[[nodiscard]] bool HoldsRaised(const GumboNode* link);

// No-break spaces become spaces. Soft hyphens, zero-width spaces and byte order
// marks are dropped, as they would split words.
[[nodiscard]] std::string WithoutInvisibles(std::string_view text);

// The words inside of an element that is a part of a line, hidden ones aside.
//   leads_into_page  set to true where a link inside does; may be null
//   leaves_out       called for elements: whether it is left out; may be empty
[[nodiscard]] std::string WordsIn(
    const GumboNode* root, bool* leads_into_page = nullptr,
    const std::function<bool(const GumboNode*)>& leaves_out = {});

// Whether it is a short paragraph in bold before one that is not: many write
// headings so. A sentence is none, and before a list it leads in.
[[nodiscard]] bool IsBoldHeading(const GumboNode* node, const PageStyle& style);

}  // namespace answerbox::client
