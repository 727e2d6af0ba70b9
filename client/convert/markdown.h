// Converts Markdown, CommonMark (cmark) with pipe tables, to the text that a
// reader sees, with a mark for every heading.
#pragma once

#include <string>

#include "client/convert/converted_document.h"

namespace answerbox::client {

// Converts a file. A YAML block at the very start (front matter) is left out.
// Errors: those of CheckText and Finish, and kTooComplex when parsing the file
// and the HTML in it takes more than one ParserBudget.
[[nodiscard]] Conversion<ConvertedDocument> ConvertMarkdown(std::string bytes);

}  // namespace answerbox::client
