// Parameters and reply members that both ways of `exam.grade` share: grading by
// the engine and by a language model.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/dispatch/method.h"
#include "daemon/error.h"
#include "daemon/exam/snapshot_exam.h"
#include "daemon/methods/method_families.h"
#include "engine/exam/examine.h"
#include "protocol/exam/bank.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// The energy of an exam's questions is accounted to this caller, whoever asked.
// The energy report can thus leave them out when it counts the questions that
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

// Each of these writes members into the open object of the writer.

// Writes `verified` if there is a key.
void WriteVerified(JsonWriter& json,
                   const std::optional<engine::Verification>& verified);
// Writes `verified` and `extracted` of a passage if there is a key.
void WriteExtraction(JsonWriter& json, const engine::GradedPassage& passage);
// Writes `document`, `chunk` and `offsets` of a passage.
void WriteWhere(JsonWriter& json, const engine::GradedPassage& passage);
// Writes `refusal`, the reason why there is no passage.
void WriteRefusal(JsonWriter& json, engine::RefusalReason reason);

// Writes the value of `answer`: the best sentence of the passage. Writes null
// where `best` is null or has no sentence that can answer.
void WriteBestAnswer(JsonWriter& json, const engine::GradedPassage* best);

}  // namespace answerbox::daemon
