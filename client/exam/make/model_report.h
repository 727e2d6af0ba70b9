// What a language model wrote, and what of it became a bank, for people and
// programs.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "client/exam/make/model_questions.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

// docs/exam-make.md, "Questions of a language model", without "seconds".
[[nodiscard]] boost::json::object ModelMakingJson(
    const ModelMakingCounts& counts);

// The same as a sentence for people.
[[nodiscard]] std::string ModelMakingPage(const ModelMakingCounts& counts,
                                          const Terminal& terminal);

// What was left out, such as "3 questions that the collection does not answer";
// empty if nothing was.
[[nodiscard]] std::string LeftOutText(const ModelMakingCounts& counts);

}  // namespace answerbox::client
