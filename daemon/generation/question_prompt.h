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

// The texts that end a generation: the mark that closes the JSON, with the end
// of the JSON before it. Some models open the JSON with the same mark, after a
// line of their own.
inline constexpr std::array<std::string_view, 3> kQuestionStops = {
    "}\n```", "}\n\n```", "]\n```"};

}  // namespace answerbox::daemon
