// Reports failed requests and connections to the journal and to the caller.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "daemon/error.h"

namespace answerbox::daemon {

// Logs errors that the operator has to look into: faults of the daemon, the
// disk, or stored files. Other errors only the client needs to know.
void LogFault(std::string_view method, const Error& error);

// Returns the error for a request that a fault of the daemon ended. `why` is
// part of a sentence, such as "it has no memory left".
[[nodiscard]] Error NotCarriedOut(std::string_view why);

// Logs a login that failed, in one line whatever the name holds.
void LogFailedLogin(std::string_view name, std::string_view address);

// Logs that a request is not begun a third time, in one line whatever the
// client's name holds.
void LogInterrupted(std::string_view client);

// Logs `what`, with the exception's message as the reason. Precondition:
// `error` is not null.
void LogThrown(std::string_view what, const std::exception_ptr& error);
// Returns the exception's message. Precondition: `error` is not null.
[[nodiscard]] std::string WhatOf(const std::exception_ptr& error);

}  // namespace answerbox::daemon
