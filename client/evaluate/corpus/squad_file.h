// Question files in SQuAD's format, versions 1.1 and 2.0.
#pragma once

#include <filesystem>
#include <vector>

#include "client/evaluate/corpus/corpus.h"
#include "client/failure.h"

namespace answerbox::client {

// Reads the whole file into memory. Errors: kRejected, with what is wrong
// where.
[[nodiscard]] Outcome<std::vector<CorpusArticle>> ReadSquadFile(
    const std::filesystem::path& path);

}  // namespace answerbox::client
