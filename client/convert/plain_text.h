// Plain text stays as it is, byte for byte, so that offsets in answers are
// offsets in the file. Two exceptions: a byte order mark is dropped, and CR LF
// becomes LF.
#pragma once

#include <string>

#include "client/convert/converted_document.h"

namespace answerbox::client {

// Converts a file. Form feeds, if there are any, end pages. Errors: those of
// CheckText and Finish.
[[nodiscard]] Conversion<ConvertedDocument> ConvertPlainText(std::string bytes);

// Marks a page at the start of `document.text` and after each form feed in it.
// Makes no marks when there is no form feed: the text has no pages.
void MarkPagesAtFormFeeds(ConvertedDocument& document);

}  // namespace answerbox::client
