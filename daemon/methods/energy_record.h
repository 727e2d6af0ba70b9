// The audit records of the energy of questions: docs/audit-format.md, "Energy".
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "daemon/energy/energy_ledger.h"

namespace answerbox::daemon {

// A record with this many runs is far below kMaxBatchBytes.
inline constexpr std::size_t kMaxRunsPerRecord = 1000;

using RunOfQuestion = std::function<std::string(QuestionNumber question)>;
using TakeBody = std::function<void(const std::string& body)>;

// Calls `take` with the body of each record for the window's questions: one for
// each EnergyState that occurs, or more when it has many questions.
void EachEnergyBody(std::string_view sensor, const ClosedWindow& closed,
                    const RunOfQuestion& run_of, const TakeBody& take);

}  // namespace answerbox::daemon
