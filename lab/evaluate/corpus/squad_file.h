// Question files in SQuAD's format, versions 1.1 and 2.0.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lab/client.h"
#include "lab/evaluate/corpus/corpus.h"

namespace answerbox::lab {

// Errors: kRejected, with the file's name and what is wrong where.
//   file  its name, for messages
[[nodiscard]] Outcome<std::vector<CorpusArticle>> ParseSquadFile(
    const std::string& file, std::string_view contents);

// Reads the whole file into memory. Errors: kRejected, with what is wrong
// where.
[[nodiscard]] Outcome<std::vector<CorpusArticle>> ReadSquadFile(
    const std::filesystem::path& path);

}  // namespace answerbox::lab
