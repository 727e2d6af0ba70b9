// The service: its certificate, telling systemd, and waiting until the daemon
// answers.
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

// A certificate for the names and addresses by which others reach this machine.
struct HostCertificate {
  std::vector<std::string> names;
  std::string certificate;  // PEM.
  std::string key;          // PEM.
};

// Makes a key, and a certificate that it signs itself. Errors: kRejected where
// the clock is surely wrong.
[[nodiscard]] Outcome<HostCertificate> MakeHostCertificate(
    std::chrono::sys_seconds now);

// Returns whether the files are a certificate that is valid now, and its key.
[[nodiscard]] bool IsSoundPair(const std::filesystem::path& certificate,
                               const std::filesystem::path& key,
                               std::chrono::sys_seconds now);

// Returns whether the certificate is for this machine's name, which may have
// changed since, or be that of the box from which a card was copied.
[[nodiscard]] bool IsForThisMachine(const std::filesystem::path& certificate);

}  // namespace answerbox::client
