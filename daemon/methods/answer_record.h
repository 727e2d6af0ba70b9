// What an audit record says about the places that were shown:
// docs/audit-format.md, "Answers".
#pragma once

#include <functional>
#include <optional>

#include "daemon/error.h"
#include "daemon/methods/long_answer.h"
#include "engine/ask/answer.h"
#include "engine/text/content_id.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// The SHA-256 of the text of the document that holds the place; nothing if it
// can't be read.
using HashOfDocument =
    std::function<std::optional<engine::Sha256>(const engine::CitedPlace&)>;

// Writes `cites`, `shown` (of an answer alone), `chunks` and `documents`. The
// writer is within an object.
//   long_answer  null if another form was asked for
void WriteEvidence(JsonWriter& json, const engine::Answer& answer,
                   const LongAnswer* long_answer,
                   const HashOfDocument& hash_of);

}  // namespace answerbox::daemon
