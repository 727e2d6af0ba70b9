// Markdown as a reader sees it: CommonMark (cmark) and pipe tables to plain
// text, with a mark for every heading.
#pragma once

#include <string>

#include "client/convert/converted_document.h"

namespace answerbox::client {

// Errors: those of CheckText and Finish, and kTooComplex when parsing the file
// and the HTML in it takes more than one ParserBudget. A YAML block at the very
// start (front matter) is left out.
[[nodiscard]] Conversion<ConvertedDocument> ConvertMarkdown(std::string bytes);

}  // namespace answerbox::client
