// Puts the parts of the daemon together as the options say.
#pragma once

#include <functional>

#include "daemon/error.h"
#include "daemon/options/options.h"

namespace answerbox::daemon {

// Takes the socket and the state directory, and serves until the process is
// told to stop. Call it while there is one thread.
//   read_again  the options as they stand in their file by now; called when the
//               process is told to reload (SIGHUP). What it can't read changes
//               nothing
// Errors: kStorage (the socket or the state directory can't be had), kCorrupt,
// kLimit (descriptors, threads or memory do not suffice), kInternal (it can't
// go on).
[[nodiscard]] Result<void> RunAppliance(
    const Options& options, const std::function<Result<Options>()>& read_again);

}  // namespace answerbox::daemon
