// `answerbox evaluate retrieval`.
#pragma once

#include <CLI/CLI.hpp>

namespace answerbox::client {

void AddEvaluateRetrievalCommand(CLI::App& evaluate, int& exit_code);

}  // namespace answerbox::client
