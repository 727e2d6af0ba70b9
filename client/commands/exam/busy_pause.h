// How a command waits while the daemon or its language model is busy.
#pragma once

#include <cstdint>
#include <functional>

#include "client/exam/busy_patience.h"
#include "client/terminal/progress_bar.h"

namespace answerbox::client {

enum class BusyNotice : std::uint8_t { kTold, kQuiet };

// Says on standard error, before the first pause and unless kQuiet, that the
// command waits.
//   bar         cleared before; outlives the result
//   is_stopped  true ends a pause
[[nodiscard]] BusyPatience PatienceWithModel(ProgressBar& bar,
                                             std::function<bool()> is_stopped,
                                             BusyNotice notice);

}  // namespace answerbox::client
