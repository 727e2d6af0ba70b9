// What the journal, and who asked, hear of requests and connections that
// failed.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "daemon/error.h"

namespace answerbox::daemon {

// Logs what a person has to look into: faults of the daemon, the disk, or
// stored files. The rest is the client's to know.
void LogFault(std::string_view method, const Error& error);

// The error for a request that a fault of the daemon's ended. `why` is a part
// of a sentence, such as "it has no memory left".
[[nodiscard]] Error NotCarriedOut(std::string_view why);

// Logs a login that failed, in one line whatever the name holds.
void LogFailedLogin(std::string_view name, std::string_view address);

// Logs what was thrown, as the reason of `what`. Precondition: `error` holds an
// exception.
void LogThrown(std::string_view what, const std::exception_ptr& error);
// Its message.
[[nodiscard]] std::string WhatOf(const std::exception_ptr& error);

}  // namespace answerbox::daemon
