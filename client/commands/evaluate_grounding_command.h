// `answerbox evaluate grounding`.
#pragma once

#include <CLI/CLI.hpp>

namespace answerbox::client {

void AddEvaluateGroundingCommand(CLI::App& evaluate, int& exit_code);

}  // namespace answerbox::client
