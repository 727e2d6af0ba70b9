// Parameters of `exam.grade`.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "daemon/exam/bank.h"
#include "daemon/exam/snapshot_exam.h"

namespace answerbox::daemon {

inline constexpr std::size_t kMaxGradedQuestions = 64;  // Of one request.
inline constexpr std::size_t kMaxGradedPassages = 20;   // Of one question.
// Of one request if a language model grades: each passage takes it a text.
inline constexpr std::size_t kMaxQuestionsByModel = 1;

// The caller in whose name the energy of an exam's questions is accounted.
// Nobody waits for an answer to them, so they are told apart from questions
// that a language model might have answered.
inline constexpr std::string_view kExamAccount = "exam";

struct ExamGradeParams {
  std::string collection;
  Bank questions;  // Without topics.
  ExamRule rule;
  bool wants_passages = true;
  bool by_model = false;  // A language model grades.
};

// The result holds no views into the request. Errors: kInvalidParams.
[[nodiscard]] Result<ExamGradeParams> DecodeExamGrade(
    const boost::json::object& params, engine::Arithmetic arithmetic);

}  // namespace answerbox::daemon
