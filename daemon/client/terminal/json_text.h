// JSON as programs and people like to read it: one line, shortest decimals
// ("0.81", where Boost.JSON writes "8.1E-1").
#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace answerbox::client {

[[nodiscard]] std::string JsonText(const boost::json::value& value);

}  // namespace answerbox::client
