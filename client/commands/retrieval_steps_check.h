// Checks the value of --retrieval.
#pragma once

#include <CLI/CLI.hpp>

namespace answerbox::client {

// Returns a validator that rejects what engine::ParseRetrievalSteps does not
// accept.
[[nodiscard]] CLI::Validator RetrievalStepsCheck();

}  // namespace answerbox::client
