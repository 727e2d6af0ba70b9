// Which lines look like headings.
#pragma once

#include "client/convert/layout/document_style.h"

namespace answerbox::client::layout {

// Whether a line stands out as a heading does: larger, bolder, in another
// typeface, or numbered in another style. Only its own looks count.
[[nodiscard]] bool LooksLikeHeading(const Line& line,
                                    const DocumentStyle& style);

// Whether a size is that of a heading: clearly above the body's.
[[nodiscard]] bool IsLarge(Length size, const DocumentStyle& style);

}  // namespace answerbox::client::layout
