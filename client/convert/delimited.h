// Spreadsheets as text: a table whose first row heads its columns.
#pragma once

#include <string>

#include "client/convert/converted_document.h"

namespace answerbox::client {

// Converts a file of values set apart by commas, or by semicolons where its
// first line has more of them (RFC 4180; a first line "sep=X", where X is one
// of , ; | and tab, is obeyed). A
// value in double quotes may hold separators, line ends and doubled quotes.
// Errors: those of CheckText and Finish.
[[nodiscard]] Conversion<ConvertedDocument> ConvertCommaSeparated(
    std::string bytes);

// The same for values set apart by tabs.
[[nodiscard]] Conversion<ConvertedDocument> ConvertTabSeparated(
    std::string bytes);

}  // namespace answerbox::client
