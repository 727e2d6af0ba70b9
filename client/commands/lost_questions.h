// The questions of a collection's exam for which a change was refused.
#pragma once

#include <boost/json/object.hpp>
#include <string>

namespace answerbox::client {

// A line for each question that the change would lose, those first that must be
// answered, with what answers it now. Empty for other errors.
//   details  `data` of the daemon's error exam_failed
[[nodiscard]] std::string LostQuestions(const boost::json::object& details);

}  // namespace answerbox::client
