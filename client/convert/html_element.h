// What an HTML element means for the text around it.
#pragma once

#include <gumbo.h>

#include <cstdint>

namespace answerbox::client {

// Whether a browser hides it: scripts, templates, fallback content, and what is
// marked `hidden` or styled `display: none`.
[[nodiscard]] bool IsHidden(const GumboElement& element);

// Whether its content stands on lines of its own with space around them.
[[nodiscard]] bool IsBlock(GumboTag tag);

// The level of h1 to h6; 0 for other elements.
[[nodiscard]] std::uint8_t HeadingLevel(GumboTag tag);

// Whether a table row holds only cells of running text and is best kept on one
// line. Rows that lay out a page hold headings, lists or tables.
[[nodiscard]] bool IsDataRow(const GumboNode* row);

}  // namespace answerbox::client
