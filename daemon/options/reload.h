// Options that were read again while the daemon runs.
#pragma once

#include <string>

#include "daemon/options/options.h"

namespace answerbox::daemon {

// What of `read` differs from what runs, as text for people: "theta 0.2 -> 0.3,
// max_questions 8 -> 4". Empty: nothing.
struct ReloadedOptions {
  std::string changed;      // Taken over.
  std::string needs_start;  // Counts when the daemon is started anew.
};

// Takes over into `running` what can change while the daemon runs.
[[nodiscard]] ReloadedOptions TakeOver(const Options& read, Options& running);

}  // namespace answerbox::daemon
