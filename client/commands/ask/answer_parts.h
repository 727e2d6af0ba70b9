// The text of an answer as a person reads it.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// The best answer of a reply of `ask`, on lines for a terminal: a sentence in
// its paragraph with the matching words set off, any other form by itself. What
// decided is in bold, the short answer in green, or between marks where the
// terminal has no styles.
[[nodiscard]] std::string AnswerText(const boost::json::object& reply,
                                     const Terminal& terminal);

// The text of one answer for pipes, with a line for each paragraph, item and
// row. The short answer is set off as above.
[[nodiscard]] std::string AnswerTextLines(const boost::json::object& answer,
                                          const Terminal& terminal);

}  // namespace answerbox::client
