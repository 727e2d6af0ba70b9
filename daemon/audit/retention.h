// Finds and reads the oldest files of a log that passes its bound, before they
// are removed. docs/audit-format.md, "Removed files".
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "daemon/error.h"
#include "protocol/audit/digest.h"

namespace answerbox::daemon {

// The oldest file of a log. All of it is what was written.
struct OldestFile {
  std::filesystem::path path;
  std::string log;      // Id.
  std::string members;  // Of the record, after the times.
};

// The bytes of the log's files; 0 for what can't be read.
[[nodiscard]] std::uint64_t LogBytes(const std::filesystem::path& folder);

// The files that must go so that the log has at most `keep_bytes`, the oldest
// first, and the file after them. Empty if none must go, or may: the newest two
// stay, as the kept head may end in the one before the newest. Errors:
// kStorage.
[[nodiscard]] Result<std::vector<std::filesystem::path>> ListSurplus(
    const std::filesystem::path& folder, std::uint64_t keep_bytes);

// Reads all of the oldest file and the first line of the next one. Takes two
// hashes a record and one of the file. Errors: kStorage; kCorrupt if one of
// them has been changed.
//   next_hash  of the first line of `next`, when that file was good
[[nodiscard]] Result<OldestFile> ReadOldest(const std::filesystem::path& path,
                                            const std::filesystem::path& next,
                                            const Digest& next_hash);

}  // namespace answerbox::daemon
