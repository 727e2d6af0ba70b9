// JSON as programs and people like to read it: one line, shortest decimals
// ("0.81", where Boost.JSON writes "8.1E-1").
#pragma once

#include <boost/json/value.hpp>
#include <string>
#include <string_view>

namespace answerbox::client {

[[nodiscard]] std::string JsonText(const boost::json::value& value);

// The same JSON, fit for a terminal: each character that is not visible
// (printable.h) is a \u escape. `json` is JSON on one line.
[[nodiscard]] std::string EscapedJson(std::string_view json);

}  // namespace answerbox::client
