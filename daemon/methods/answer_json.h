// An answer or a refusal as members of the reply of `ask`:
// docs/socket-protocol.md, "ask".
#pragma once

#include "daemon/error.h"
#include "daemon/methods/long_answer.h"
#include "engine/ask/answer.h"
#include "engine/ask/question.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// Writes what was found, without its confidence: `answered`, `answer` with
// `answers`, or `refusal`; then `runners_up` and `context`. The writer is
// within an object. `question` is the one that got the answer.
//   long_answer  null if another form was asked for
void WriteAnswer(JsonWriter& json, const engine::Answer& answer,
                 const engine::Question& question,
                 const LongAnswer* long_answer = nullptr);

}  // namespace answerbox::daemon
