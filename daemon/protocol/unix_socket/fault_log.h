// What the journal hears of requests that failed.
#pragma once

#include <string_view>

#include "daemon/error.h"

namespace answerbox::daemon {

// Logs what a person has to look into: faults of the daemon, the disk, or
// stored files. The rest is the client's to know.
void LogFault(std::string_view method, const Error& error);

}  // namespace answerbox::daemon
