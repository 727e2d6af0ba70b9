// What the two ways of `exam.grade` share, the engine's and that of a language
// model: parameters, and members of the reply.
#pragma once

#include <boost/json/object.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/dispatch/method.h"
#include "daemon/error.h"
#include "daemon/exam/snapshot_exam.h"
#include "daemon/methods/method_families.h"
#include "engine/exam/examine.h"
#include "protocol/exam/bank.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

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

// Each writes members; the writer is within an object.

// `verified`, if there is a key.
void WriteVerified(JsonWriter& json,
                   const std::optional<engine::Verification>& verified);
// `verified` and `extracted` of a passage, if there is a key.
void WriteExtraction(JsonWriter& json, const engine::GradedPassage& passage);
// `document`, `chunk` and `offsets` of a passage.
void WriteWhere(JsonWriter& json, const engine::GradedPassage& passage);
// `refusal`: why there is no passage.
void WriteRefusal(JsonWriter& json, engine::RefusalReason reason);

// The value of `answer`: the best sentence of the passage. Null where `best` is
// null, and where the passage has no sentence that can answer.
void WriteBestAnswer(JsonWriter& json, const engine::GradedPassage* best);

// Sends the reply when the model has graded all passages of the question, or
// the error of the first one that it did not: kModelFailed, those of asking the
// collection, or that of the audit log.
//   params  with one question
void GradeByModel(Services& services, const AuditTrail& audit,
                  ExamGradeParams params,
                  std::shared_ptr<const Snapshot> snapshot, const Reply& reply);

}  // namespace answerbox::daemon
