// What a language model made of the documents, in a reply of `ask`; always
// marked as such.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// Whether there is a generated answer that has passed its checks.
[[nodiscard]] bool HasGenerated(const boost::json::object& reply);

// For people and for pipes: the generated answer with its citations. Empty if
// there is none.
[[nodiscard]] std::string GeneratedText(const boost::json::object& reply,
                                        const Terminal& terminal);

// Why there is no generated answer, as a line. Empty if no model was asked or
// its answer is given.
[[nodiscard]] std::string GeneratedNote(const boost::json::object& reply,
                                        const Terminal& terminal);

}  // namespace answerbox::client
