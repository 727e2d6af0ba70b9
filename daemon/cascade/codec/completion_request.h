// Writes requests to a model server: JSON for `POST /v1/completions`, and for a
// command, which gets the same on one line.
#pragma once

#include <string>
#include <string_view>

#include "daemon/cascade/codec/generation.h"

namespace answerbox::daemon {

// Asks for a stream of the generated text, at temperature 0.
//   model  the server's name for the model; empty: left out
[[nodiscard]] std::string GenerationRequest(const Generation& generation,
                                            std::string_view model);

// Asks for the log-probabilities of the prompt's tokens, in one answer.
[[nodiscard]] std::string PromptScoreRequest(std::string_view prompt,
                                             std::string_view model);

}  // namespace answerbox::daemon
