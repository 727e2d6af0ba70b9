// Reads a PDF's structure from the places, sizes and fonts of its text, never
// from its tags, which are often wrong.
#pragma once

#include <string_view>

#include "client/convert/layout/layout_document.h"

namespace answerbox::client {

// Reads what `pdftohtml -xml -i` prints (poppler-utils) and, for tables whose
// cells it does not tell apart, what `pdftotext -bbox` prints; `words` may be
// empty. Any bytes may come: what is no such XML is skipped. The result is the
// same on every machine. Time grows as n log n with the size of `xml`; memory
// stays within a small multiple of the text and the bounds of layout/bounds.h.
[[nodiscard]] LayoutDocument ReadLayout(std::string_view xml,
                                        std::string_view words = {});

}  // namespace answerbox::client
