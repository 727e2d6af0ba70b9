// Ends queries that decide nothing: `search`, `select`, `summarize` and
// `ground`. They are metered and recorded as questions are.
#pragma once

#include <functional>

#include "daemon/methods/method_families.h"

namespace answerbox::daemon {

// Ends the query's clock, adds its energy and its record to the reply, whose
// object stays open, and calls `then` once with that, or with the error.
//   answered  without its number, which is filled in here
void RecordQuery(const Connection& connection, QuestionClock::Run& run,
                 AnsweredQuery answered, JsonWriter result,
                 std::function<void(Result<JsonWriter>)> then);

// Does the same, and sends the reply.
void SendQuery(const Connection& connection, QuestionClock::Run& run,
               const AnsweredQuery& answered, JsonWriter result,
               const Reply& reply);

}  // namespace answerbox::daemon
