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

// Returns the SHA-256 of the text of the document that holds the place; nothing
// if it can't be read.
using HashOfDocument =
    std::function<std::optional<engine::Sha256>(const engine::CitedPlace&)>;

// Writes `cites`, `also_in`, `shown` with what is told beside it (only for an
// answer), `chunks` and `documents` into the open object of the writer.
//   long_answer  null if another form was asked for
//   is_plain     questions are recorded as they are. Else `short` is left out
void WriteEvidence(JsonWriter& json, const engine::Answer& answer,
                   const LongAnswer* long_answer, bool is_plain,
                   const HashOfDocument& hash_of);

// Writes `missing`, if a refusal names things that were asked for. Only for
// questions that are recorded as they are: what is missing is a part of them.
void WriteMissing(JsonWriter& json, const engine::Answer& answer);

// A record with this many runs is far shorter than kMaxBatchBytes.
inline constexpr std::size_t kMaxRunsPerRecord = 1000;

using RunOfQuestion = std::function<std::string(QuestionNumber question)>;
using TakeBody = std::function<void(const std::string& body)>;

// Calls `take` with the body of each record for the window's questions: one for
// each EnergyState that occurs, or more when it has many questions.
void EachEnergyBody(std::string_view sensor, const ClosedWindow& closed,
                    const RunOfQuestion& run_of, const TakeBody& take);

}  // namespace answerbox::daemon
