// Writes JSON for programs and people: on one line, with the shortest decimals
// ("0.81", where Boost.JSON writes "8.1E-1").
#pragma once

#include <boost/json/value.hpp>
#include <string>
#include <string_view>

#include "client/terminal/terminal.h"

namespace answerbox::client {

[[nodiscard]] std::string JsonText(const boost::json::value& value);

// Returns the same JSON, safe for a terminal: each character that is not
// visible (printable.h) becomes a \u escape. Line ends and tabs stay: they
// occur only between values, never within strings.
[[nodiscard]] std::string EscapedJson(std::string_view json);

// Returns EscapedJson for a terminal. For a file or a pipe, returns the bytes
// unchanged.
[[nodiscard]] std::string ShownJson(const Terminal& terminal,
                                    std::string_view json);

}  // namespace answerbox::client
