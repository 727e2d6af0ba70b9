// `answerbox evaluate questions`.
#pragma once

#include <CLI/CLI.hpp>

namespace answerbox::client {

void AddEvaluateQuestionsCommand(CLI::App& evaluate, int& exit_code);

}  // namespace answerbox::client
