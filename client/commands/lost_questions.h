// Reports the exam questions for which a change to a collection was refused.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>

namespace answerbox::client {

// Returns a line for each question that the change would lose, with what
// answers it now. Those that must be answered come first. Empty for other
// errors.
//   details  `data` of the daemon's error exam_failed
[[nodiscard]] std::string LostQuestions(const boost::json::object& details);

// How many lost questions a command keeps for its report.
inline constexpr std::size_t kMaxKeptLostQuestions = 1000;

// Bounds what a command keeps of refusals by the exam, as many documents may be
// refused, each with up to 200 questions.
class LostQuestionsBound {
 public:
  // Returns `exam` with as many of its lost questions as the bound still
  // allows. Its counts stay as they are.
  [[nodiscard]] boost::json::object Kept(boost::json::object exam);

 private:
  std::size_t left_ = kMaxKeptLostQuestions;
};

}  // namespace answerbox::client
