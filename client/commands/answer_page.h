// Renders an answer or a refusal for a terminal and for a pipe.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// For people: the sentence in its paragraph with the matching words set off,
// where it stands, how sure that is, and the runners-up. `reply` is the result
// of the method `ask`.
[[nodiscard]] std::string AnswerPage(const boost::json::object& reply,
                                     const Terminal& terminal);

// Renders two lines for pipes: the sentence, and where it stands. `terminal`
// says whether they are styled.
[[nodiscard]] std::string AnswerLines(const boost::json::object& reply,
                                      const Terminal& terminal);

// Says why there is no answer, and what to try.
[[nodiscard]] std::string RefusalAdvice(const boost::json::object& reply);

}  // namespace answerbox::client
