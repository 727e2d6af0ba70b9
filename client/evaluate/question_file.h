// Files of questions with known answers, a JSON object on each line:
// docs/own-questions.md.
#pragma once

#include <filesystem>
#include <vector>

#include "client/evaluate/known_question.h"
#include "client/failure.h"

namespace answerbox::client {

// Reads the whole file into memory. Blank lines are skipped, unknown members
// ignored. Errors: kRejected, with the line; also for a file without questions.
[[nodiscard]] Outcome<std::vector<KnownQuestion>> ReadQuestionFile(
    const std::filesystem::path& path);

}  // namespace answerbox::client
