// What an HTML element means for the text around it.
#pragma once

#include <gumbo.h>

#include <cstdint>

namespace answerbox::client {

// Whether a browser shows nothing of it: scripts, templates, fallback content,
// what is marked `hidden` or styled `display: none`.
[[nodiscard]] bool IsHidden(const GumboElement& element);

// Whether its content begins and ends on lines of its own with room around.
[[nodiscard]] bool IsBlock(GumboTag tag);

// 1 to 6 for h1 to h6, otherwise 0.
[[nodiscard]] std::uint8_t HeadingLevel(GumboTag tag);

// Whether a table row holds only cells of running text, and is best kept on one
// line; rows of pages laid out by tables hold headings, lists or tables.
[[nodiscard]] bool IsDataRow(const GumboNode* row);

}  // namespace answerbox::client
