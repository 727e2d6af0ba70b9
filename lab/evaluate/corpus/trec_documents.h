// TREC's documents: `<doc>` elements with a `<docno>` and text.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lab/client.h"

namespace answerbox::lab {

struct TrecDocument {
  std::string id;
  std::string text;  // Of its <text> elements; may be empty.
};

// Takes the text of <text> elements without the tags in it. Other elements,
// such as authors, are left out: in Cranfield <title> repeats the beginning of
// <text>. Errors: kRejected, with what is wrong in which line and column: a
// document that is not closed, has no <docno> or that of another; or the file
// has no document.
//   file  its name, for messages
[[nodiscard]] Outcome<std::vector<TrecDocument>> ParseTrecDocuments(
    const std::string& file, std::string_view contents);

// Reads at most kMaxTrecFileBytes. Errors: also those of reading.
[[nodiscard]] Outcome<std::vector<TrecDocument>> ReadTrecDocuments(
    const std::filesystem::path& path);

}  // namespace answerbox::lab
