// Makes a document of what pdftotext prints: joins and marks pages, drops
// running lines, mends split words.
#pragma once

#include <string>

#include "client/convert/converted_document.h"

namespace answerbox::client {

// `output` is the pages' text, each page ended by a form feed. Pages count from
// 1; one without text counts, but has no mark. Bytes that are not UTF-8 and
// control characters become spaces. Errors: kNoText, and those of Finish.
[[nodiscard]] Conversion<ConvertedDocument> DocumentFromPdfText(
    std::string output);

}  // namespace answerbox::client
