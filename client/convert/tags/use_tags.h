// Takes from a PDF's tags what the layout does not show, where the tags are
// sound: docs/pdf-layout.md, "Tags".
#pragma once

#include <cstddef>
#include <cstdint>

#include "client/convert/layout/layout_document.h"
#include "client/convert/tags/tag_text.h"

namespace answerbox::client::tags {

// A document of more elements or bytes is read without its tags. Poppler draws
// a page anew for each element on it, or for each piece of one that has
// several.
inline constexpr std::uint32_t kMaxElements = 1'000;
inline constexpr std::size_t kMaxTaggedBytes = 1u << 20;

// Whether a document's elements alone, as ReadTags reads them, speak for a
// further look: at least one heading, and no more elements than that.
[[nodiscard]] bool AreWorthReading(const TagText& elements) noexcept;

// Changes headings and list items to what `tags` say; the text stays. Does
// nothing if the tags are not sound, or there is more text than
// kMaxTaggedBytes. Returns whether the tags are sound. Time grows as n log n
// with the text.
bool UseTags(const TagText& tags, LayoutDocument& document);

}  // namespace answerbox::client::tags
