// The result of `answerbox ground` as a page for people.
#pragma once

#include <boost/json/object.hpp>
#include <span>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// Returns for people the verdict, each sentence with its score and its support,
// and what is contradicted or unsupported.
//   reply   result of the method `ground`
//   labels  names of the context's passages, such as file names
[[nodiscard]] std::string GroundingPage(const boost::json::object& reply,
                                        std::span<const std::string> labels,
                                        const Terminal& terminal);

}  // namespace answerbox::client
