// Puts the parts of the daemon together as the options say.
#pragma once

#include "daemon/error.h"
#include "daemon/options/options.h"
#include "platform/service/journal.h"

namespace answerbox::daemon {

// Takes the socket and the state directory, and serves until the process is
// told to stop. Call it while there is one thread. Errors: kStorage (the socket
// or the state directory can't be had), kCorrupt.
[[nodiscard]] Result<void> RunAppliance(const Options& options);

[[nodiscard]] platform::Priority LogLevelOf(const Options& options);

}  // namespace answerbox::daemon
