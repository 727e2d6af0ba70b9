// Checks the value of --retrieval.
#pragma once

#include <CLI/CLI.hpp>

namespace answerbox::client {

// Rejects what engine::ParseRetrievalSteps does not know.
[[nodiscard]] CLI::Validator RetrievalStepsCheck();

}  // namespace answerbox::client
