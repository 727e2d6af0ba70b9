// Applies options that were read again while the daemon runs.
#pragma once

#include <string>

#include "daemon/options/options.h"

namespace answerbox::daemon {

// The differences between the read and the running options, as text for people:
// "theta 0.2 -> 0.3, max_questions 8 -> 4". Empty: none.
struct ReloadedOptions {
  std::string changed;      // Applied.
  std::string needs_start;  // Applied when the daemon is restarted.
};

// Copies to `running` the options that may change while the daemon runs: all of
// them or, when memory is short and std::bad_alloc is thrown, none.
[[nodiscard]] ReloadedOptions TakeOver(const Options& read, Options& running);

}  // namespace answerbox::daemon
