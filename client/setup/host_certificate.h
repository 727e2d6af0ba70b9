// A certificate for the names and addresses by which others reach this machine.
#pragma once

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

// Makes a key, and a certificate that it signs itself.
[[nodiscard]] Outcome<HostCertificate> MakeHostCertificate();

// Returns whether the files are a certificate that is valid now, and its key.
[[nodiscard]] bool IsSoundPair(const std::filesystem::path& certificate,
                               const std::filesystem::path& key);

}  // namespace answerbox::client
