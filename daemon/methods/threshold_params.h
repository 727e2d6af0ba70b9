// The parameters `theta`, `precision` and `answer_rate`. A request has at most
// one of them.
#pragma once

#include <optional>

#include "daemon/json/params.h"
#include "daemon/methods/threshold_target.h"

namespace answerbox::daemon {

// Nothing when none of them is given, and after an error.
[[nodiscard]] std::optional<ThresholdTarget> ReadThreshold(Params& params);

}  // namespace answerbox::daemon
