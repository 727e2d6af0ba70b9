// Reads the log-probabilities of a prompt's tokens from a completion that was
// asked for with `echo` and `logprobs`.
#pragma once

#include <string_view>
#include <vector>

#include "daemon/cascade/codec/generation.h"
#include "daemon/cascade/codec/model_failure.h"

namespace answerbox::daemon {

// The tokens of `prompt`, in order; together they cover it, except perhaps
// blanks before the first. Tokens that the model generated are left out.
// Errors: kInvalid  not JSON, no completion, lists of different lengths, or
//                   tokens that are not those of the prompt
//         kRefused  the server reports an error, or ignores `echo`
[[nodiscard]] ModelResult<std::vector<TokenLogProbability>> ReadPromptScores(
    std::string_view json, std::string_view prompt);

}  // namespace answerbox::daemon
