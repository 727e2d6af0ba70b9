// An element as a part of its line: its words, its neighbours, and where a link
// leads.
#pragma once

#include <gumbo.h>

#include <functional>
#include <string>
#include <string_view>

#include "client/convert/markup/html_style.h"

namespace answerbox::client {

[[nodiscard]] bool IsTag(const GumboNode* node, GumboTag tag);

// Returns the node `distance` places after it; null if there is none.
[[nodiscard]] const GumboNode* Sibling(const GumboNode* node, int distance);

// Returns the element beside it with only white space between; null if there is
// none.
[[nodiscard]] const GumboNode* NextElement(const GumboNode* node);
[[nodiscard]] const GumboNode* PreviousElement(const GumboNode* node);

// Whether it stands where headings do: outside of quotes, lists, tables and
// notes.
[[nodiscard]] bool IsInFlow(const GumboNode* node);

// Whether a node is the slash of a fraction, and nothing else.
[[nodiscard]] bool IsSlash(const GumboNode* node);

// Whether it is short and holds no blocks.
[[nodiscard]] bool IsOneLine(const GumboNode* line);

// Whether it holds the page's notes.
[[nodiscard]] bool HoldsFootnotes(const GumboElement& element);

// Whether it links back from a note to its mark, or from a heading to itself: a
// sign without meaning in the text.
[[nodiscard]] bool IsBacklink(const GumboNode* node);

// Whether it is a note of an e-book.
[[nodiscard]] bool IsNote(const GumboElement& element);

[[nodiscard]] bool LeadsIntoPage(const GumboElement& element);

// Whether it is marked as the mark of a note, as in e-books and Pandoc's
// output.
[[nodiscard]] bool LeadsToNote(const GumboElement& element);

// Whether it contains raised signs.
[[nodiscard]] bool HoldsRaised(const GumboNode* link);

// Replaces no-break spaces with spaces. Drops soft hyphens, zero-width spaces
// and byte order marks, as they would split words.
[[nodiscard]] std::string WithoutInvisibles(std::string_view text);

// Returns the visible words inside an element that is a part of a line.
//   leads_into_page  set to true if a link inside does; may be null
//   leaves_out       returns whether an element is left out; may be empty
[[nodiscard]] std::string WordsIn(
    const GumboNode* root, bool* leads_into_page = nullptr,
    const std::function<bool(const GumboNode*)>& leaves_out = {});

// Whether it is a short paragraph in bold before one that is not, as many
// people write headings. Sentences do not count, nor paragraphs before a list,
// which they introduce.
[[nodiscard]] bool IsBoldHeading(const GumboNode* node, const PageStyle& style);

}  // namespace answerbox::client
