// The service: telling systemd, and waiting until the daemon answers.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "client/failure.h"
#include "client/rpc/connection.h"

namespace answerbox::client {

inline constexpr const char* kServiceName = "answerboxd.service";

// Runs a program of $PATH to its end, its output to our standard error. It
// waits as long as the program takes: systemctl and gpasswd have bounds of
// their own. Errors: kDaemonFailed (command), if it is not there or fails.
[[nodiscard]] Outcome<void> RunProgram(const std::vector<std::string>& words);

// Has systemd read its units again, and restart the daemon. Returns when it
// answers. Errors: kDaemonFailed; kNoDaemon if it does not answer in time.
[[nodiscard]] Outcome<void> RestartService(const std::string& socket,
                                           std::chrono::seconds patience);

}  // namespace answerbox::client
