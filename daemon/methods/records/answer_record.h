// Parts of audit records: docs/audit-format.md, "Answers" and "Energy".
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/energy/energy_ledger.h"
#include "daemon/error.h"
#include "daemon/methods/ask/long_answer.h"
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

// A record with this many runs is far below kMaxBatchBytes.
inline constexpr std::size_t kMaxRunsPerRecord = 1000;

using RunOfQuestion = std::function<std::string(QuestionNumber question)>;
using TakeBody = std::function<void(const std::string& body)>;

// Calls `take` with the body of each record for the window's questions: one for
// each EnergyState that occurs, or more when it has many questions.
void EachEnergyBody(std::string_view sensor, const ClosedWindow& closed,
                    const RunOfQuestion& run_of, const TakeBody& take);

}  // namespace answerbox::daemon
