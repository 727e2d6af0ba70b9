// `answerbox evaluate summaries` and `answerbox evaluate long`.
#pragma once

#include <CLI/CLI.hpp>

namespace answerbox::client {

void AddEvaluateSummariesCommand(CLI::App& evaluate, int& exit_code);

void AddEvaluateLongCommand(CLI::App& evaluate, int& exit_code);

}  // namespace answerbox::client
