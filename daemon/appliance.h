// Makes the parts of the daemon as the options say, and runs them.
#pragma once

#include <functional>

#include "daemon/error.h"
#include "daemon/options/options.h"

namespace answerbox::daemon {

// Opens the socket and the state directory, and serves until the process is
// told to stop. Call it while the process has one thread.
//   read_again  gives the options as their file has them now; called when the
//               process is told to reload (SIGHUP). If it fails, nothing
//               changes
// Errors: kStorage (the socket or the state directory can't be opened),
// kCorrupt, kLimit (too few descriptors or threads, or too little memory),
// kInternal (the daemon can't go on).
[[nodiscard]] Result<void> RunAppliance(
    const Options& options, const std::function<Result<Options>()>& read_again);

}  // namespace answerbox::daemon
