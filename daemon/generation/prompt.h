// What a language model is asked: to answer from numbered passages alone, and
// to cite them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace answerbox::daemon {

// What a model writes if the passages do not answer the question.
inline constexpr std::string_view kNoAnswer = "NO ANSWER";

// Where a generation ends: the model has begun to ask by itself.
inline constexpr std::string_view kPromptStop = "\nQuestion:";

// Passages are quoted: each stands on one line, without characters that steer
// anything, and without marks that look like citations. So a passage cannot
// look like another one, or like the end of the passages. What it says may
// still mislead a model; that is why answers are checked.
[[nodiscard]] std::string MakePrompt(
    std::string_view question, std::span<const std::string_view> passages);

}  // namespace answerbox::daemon
