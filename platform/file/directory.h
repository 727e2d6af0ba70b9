// Folders, and the entries in them. An entry made, renamed or removed survives
// a power cut only once its folder has been synced: MakeDirectory does that
// itself, all else leaves it to the caller, who may have several to sync at
// once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "platform/error.h"

namespace answerbox::platform {

// Makes the folder and those above it that are missing, with mode 0700, and
// syncs the folder above each. A folder that is there already is left alone.
[[nodiscard]] Result<void> MakeDirectory(const std::filesystem::path& path);

// Returns when the folder's entries are on the disk (fsync).
[[nodiscard]] Result<void> SyncDirectory(const std::filesystem::path& path);

// Names of all entries but "." and "..", sorted.
[[nodiscard]] Result<std::vector<std::string>> ListDirectory(
    const std::filesystem::path& path);

// What its file system has left for a process without privileges, in bytes.
[[nodiscard]] Result<std::uint64_t> AvailableBytes(
    const std::filesystem::path& path);

[[nodiscard]] Result<void> Rename(const std::filesystem::path& from,
                                  const std::filesystem::path& to);

// Success when there is no such file.
[[nodiscard]] Result<void> RemoveFile(const std::filesystem::path& path);

// A file, or a folder with everything in it; symbolic links are not followed.
// Success when there is no such entry.
[[nodiscard]] Result<void> RemoveTree(const std::filesystem::path& path);

}  // namespace answerbox::platform
