// Makes a document of what was read of a PDF by its layout.
#pragma once

#include "client/convert/converted_document.h"
#include "client/convert/layout/layout_document.h"

namespace answerbox::client {

// Items that follow each other become lists. Running lines within a list are
// written after it. Errors: kNoText (nothing but running lines), and those of
// Finish.
[[nodiscard]] Conversion<ConvertedDocument> DocumentFromLayout(
    const LayoutDocument& layout);

}  // namespace answerbox::client
