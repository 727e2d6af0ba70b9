// `answerbox evaluate squad FILE`.
#pragma once

#include <CLI/CLI.hpp>

namespace answerbox::client {

// Adds `evaluate` and its `squad` below `app`. When the user chooses it, it
// runs in the callback and leaves its exit code in `exit_code`: 0 done, 2
// options that do not fit together, 4 the file could not be read.
void AddEvaluateCommand(CLI::App& app, int& exit_code);

}  // namespace answerbox::client
