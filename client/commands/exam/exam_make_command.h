// `answerbox exam make`: a bank from the documents of a collection, or from a
// query.
#pragma once

#include <CLI/CLI.hpp>

namespace answerbox::client {

void AddExamMakeCommand(CLI::App& exam, int& exit_code);

}  // namespace answerbox::client
