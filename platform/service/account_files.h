// This machine: its name and addresses, and its users and groups, as the files
// passwd(5) and group(5) list them. The name service would load shared
// libraries, which may be missing for a static program; so users of a directory
// service are not found.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace answerbox::platform {

struct GroupEntry {
  std::string name;
  gid_t number = 0;
  std::vector<std::string> members;  // Without those whose first group it is.
};

// Nothing if the file has no such group, or can't be read.
[[nodiscard]] std::optional<GroupEntry> GroupNamed(
    const std::filesystem::path& file, const std::string& name);
[[nodiscard]] std::optional<GroupEntry> GroupNumbered(
    const std::filesystem::path& file, gid_t number);

[[nodiscard]] std::optional<uid_t> UserNumber(const std::filesystem::path& file,
                                              const std::string& name);

// The name that this machine has set; empty if it can't be read.
[[nodiscard]] std::string HostName();

// Returns the addresses by which other machines reach this one: those of all
// interfaces that are up, but for loopback, and for addresses that hold on one
// link alone. Numeric, each once.
[[nodiscard]] std::vector<std::string> OwnAddresses();

}  // namespace answerbox::platform
