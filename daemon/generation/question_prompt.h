// What a language model is asked in order to write the questions of an exam.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::daemon {

// Query and subtopic stand on one line each, as in MakePrompt.
//   subtopic  may be empty: then the questions are about the query as a whole
[[nodiscard]] std::string MakeQuestionPrompt(std::string_view query,
                                             std::string_view subtopic);

// Where a generation ends: after the JSON that the prompt wants. Not at a mark
// that opens it, with which some models begin.
inline constexpr std::string_view kQuestionStop = "\n```";

}  // namespace answerbox::daemon
