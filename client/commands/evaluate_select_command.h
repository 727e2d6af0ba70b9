// `answerbox evaluate select`.
#pragma once

#include <CLI/CLI.hpp>

namespace answerbox::client {

void AddEvaluateSelectCommand(CLI::App& evaluate, int& exit_code);

}  // namespace answerbox::client
