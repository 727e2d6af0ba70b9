// What the reply of `exam.grade` says of a question, whoever graded it:
// docs/socket-protocol.md.
#pragma once

#include <optional>

#include "daemon/error.h"
#include "engine/exam/examine.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

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

}  // namespace answerbox::daemon
