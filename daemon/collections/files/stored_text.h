// A text of a collection in a file of its own, which its manifest names: the
// synonyms, the guard. A file is never changed; another text gets another file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "daemon/error.h"

namespace answerbox::daemon {

// What a manifest says of the file.
struct StoredTextEntry {
  std::uint64_t number = 0;  // Of the file. Never given twice, as segments'.
  std::uint64_t file_bytes = 0;
  std::uint32_t checksum = 0;  // CRC-32C of the file.
};

[[nodiscard]] StoredTextEntry DescribeText(std::uint64_t number,
                                           std::string_view text);

// Writes and syncs the file. Errors: kStorage.
[[nodiscard]] Result<void> WriteStoredText(const std::filesystem::path& path,
                                           std::string_view text);

// Errors: kStorage; kCorrupt for a file that is missing or is not as `entry`
// says.
[[nodiscard]] Result<std::string> ReadStoredText(
    const std::filesystem::path& path, const StoredTextEntry& entry);

}  // namespace answerbox::daemon
