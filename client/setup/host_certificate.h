// A certificate for the names and addresses by which others reach this machine.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "client/failure.h"

namespace answerbox::client {

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
