// Renders an answer or a refusal for a terminal and for a pipe.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// Whether a page shows the runners-up of an answer. It shows those of a refusal
// in either case.
enum class RunnersUpChoice : std::uint8_t { kHidden, kShown };

// For people: the answer in its form, what was left out of it, where it stands,
// how sure that is, and what else was found. `reply` is the result of the
// method `ask`.
[[nodiscard]] std::string AnswerPage(const boost::json::object& reply,
                                     const Terminal& terminal,
                                     RunnersUpChoice choice);

// For pipes: the text of each answer, and on a line where it stands. A blank
// line stands between two answers. `terminal` says whether they are styled.
[[nodiscard]] std::string AnswerLines(const boost::json::object& reply,
                                      const Terminal& terminal);

// How the question was read: a line for what a message asks, and one for each
// word that was taken for another.
[[nodiscard]] std::string ReadingLines(const boost::json::object& reply);

// Says which words of a refused question may be misspelt, and what may be
// meant: " For 'firm', did you mean 'farm' or 'form'?".
[[nodiscard]] std::string OfferedWords(const boost::json::object& refusal);

// Says why there is no answer, and what to try.
[[nodiscard]] std::string RefusalAdvice(const boost::json::object& reply);

}  // namespace answerbox::client
