// What questions cost, as the audit log records it: docs/audit-format.md,
// "Energy".
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "daemon/energy/energy_sampler.h"

namespace answerbox::daemon {

// A record of so many is far below what the log takes at once.
inline constexpr std::size_t kMaxRunsPerRecord = 1000;

using RunOfQuestion = std::function<std::string(QuestionNumber question)>;
using TakeBody = std::function<void(const std::string& body)>;

// Calls `take` with the body of each record that the window's questions need:
// as many as they have states, more where they are many, none without
// questions.
void EachEnergyBody(std::string_view sensor, const ClosedWindow& closed,
                    const RunOfQuestion& run_of, const TakeBody& take);

}  // namespace answerbox::daemon
