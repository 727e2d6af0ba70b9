// Parameters of `exam.grade`.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "daemon/exam/snapshot_exam.h"
#include "protocol/exam/bank.h"

namespace answerbox::daemon {

inline constexpr std::size_t kMaxGradedQuestions = 64;  // Of one request.
inline constexpr std::size_t kMaxGradedPassages = 20;   // Of one question.
// Of one request if a language model grades: each passage takes it a text.
inline constexpr std::size_t kMaxQuestionsByModel = 1;

// The energy of an exam's questions is accounted to this caller, whoever asked.
// So the energy report can leave them out where it tells how many questions
// needed no language model.
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
