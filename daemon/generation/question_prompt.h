// What a language model is asked in order to write the questions of an exam.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace answerbox::daemon {

// Query and subtopic stand on one line each, as in MakePrompt.
//   subtopic  may be empty: then the questions are about the query as a whole
[[nodiscard]] std::string MakeQuestionPrompt(std::string_view query,
                                             std::string_view subtopic);

// A generation ends with one of these: the end of the JSON and the mark after
// it. The mark alone does not end it, because some models write a sentence and
// then open the JSON with the same mark.
inline constexpr std::array<std::string_view, 3> kQuestionStops = {
    "}\n```", "}\n\n```", "]\n```"};

}  // namespace answerbox::daemon
