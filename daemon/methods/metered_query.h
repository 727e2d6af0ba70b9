// The end of queries that decide nothing: `search`, `select`, `summarize` and
// `ground`. They are metered and recorded as questions are.
#pragma once

#include <functional>

#include "daemon/methods/method_families.h"

namespace answerbox::daemon {

// Ends the query's clock, writes its energy and its record into the reply,
// whose object is open still, and calls `then` once with that, or the error.
//   answered  without its number
void RecordQuery(const Connection& connection, QuestionClock::Run& run,
                 AnsweredQuery answered, JsonWriter result,
                 std::function<void(Result<JsonWriter>)> then);

// The same, and sends the reply.
void SendQuery(const Connection& connection, QuestionClock::Run& run,
               const AnsweredQuery& answered, JsonWriter result,
               const Reply& reply);

}  // namespace answerbox::daemon
