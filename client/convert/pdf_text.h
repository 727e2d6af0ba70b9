// From what pdftotext prints to a document: pages joined and marked, running
// lines dropped, split words mended.
#pragma once

#include <string>

#include "client/convert/converted_document.h"

namespace answerbox::client {

// `output`: the pages' text, each ended by a form feed. Pages count from 1;
// one without text counts, but has no mark. Bytes that are not UTF-8 and
// control characters become spaces. Errors: kNoText, and those of Finish.
[[nodiscard]] Conversion<ConvertedDocument> DocumentFromPdfText(
    std::string output);

}  // namespace answerbox::client
