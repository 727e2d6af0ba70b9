// `exam.grade` by a language model: the engine finds the passages, the model
// grades them.
#pragma once

#include <memory>

#include "daemon/dispatch/method.h"
#include "daemon/methods/exam_params.h"
#include "daemon/methods/method_families.h"

namespace answerbox::daemon {

// Sends the reply when the model has graded all passages of the question, or
// the error of the first one that it did not: kModelFailed, those of asking the
// collection, or that of the audit log.
//   params  with one question
void GradeByModel(const AskServices& services, const AuditTrail& audit,
                  ExamGradeParams params,
                  std::shared_ptr<const Snapshot> snapshot, const Reply& reply);

}  // namespace answerbox::daemon
