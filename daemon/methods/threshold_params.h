// The parameters `theta`, `precision` and `answer_rate`, of which a request has
// one at most.
#pragma once

#include <optional>

#include "daemon/json/params.h"
#include "daemon/methods/threshold_target.h"

namespace answerbox::daemon {

// Nothing when none of them is there, and after an error.
[[nodiscard]] std::optional<ThresholdTarget> ReadThreshold(Params& params);

}  // namespace answerbox::daemon
