// What `ground` found, as a person reads it.
#pragma once

#include <boost/json/object.hpp>
#include <span>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// The verdict; each sentence with its score and what supports it; what is
// contradicted, and what has no support.
//   reply   of the method `ground`
//   labels  of the context's passages, such as names of files
[[nodiscard]] std::string GroundingPage(const boost::json::object& reply,
                                        std::span<const std::string> labels,
                                        const Terminal& terminal);

}  // namespace answerbox::client
