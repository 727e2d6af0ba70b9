// Files that setup writes and removes, and how to put them back.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "client/failure.h"

namespace answerbox::client {

// Who a file belongs to. The owner is not changed for a new file.
struct FileRights {
  mode_t mode = 0644;
  std::optional<uid_t> owner = {};
  std::optional<gid_t> group = {};
};

// A file as it was, or that there was none.
struct SavedFile {
  std::filesystem::path path;
  std::optional<std::string> content = {};
  FileRights rights = {};
};

// Errors of the functions below: kDaemonFailed (storage), with the path.
[[nodiscard]] Outcome<SavedFile> SaveFile(const std::filesystem::path& path);

// Replaces the file as a whole; no moment shows it with other rights. Makes its
// folder, which all may enter, if it is missing.
[[nodiscard]] Outcome<void> ReplaceFile(const std::filesystem::path& path,
                                        std::string_view content,
                                        const FileRights& rights);

[[nodiscard]] Outcome<void> RemoveKnownFile(const std::filesystem::path& path);

[[nodiscard]] Outcome<void> PutBack(const SavedFile& saved);

}  // namespace answerbox::client
