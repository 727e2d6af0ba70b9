// What a language model is asked in order to write the questions of an exam.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::daemon {

// Query and subtopic stand on one line each, as in MakePrompt.
//   subtopic  may be empty: then the questions are about the query as a whole
[[nodiscard]] std::string MakeQuestionPrompt(std::string_view query,
                                             std::string_view subtopic);

// The text that ends a generation: the mark that closes the JSON. Some models
// open the JSON with the same mark; that one stands on the first line, so no
// line feed is before it.
inline constexpr std::string_view kQuestionStop = "\n```";

}  // namespace answerbox::daemon
