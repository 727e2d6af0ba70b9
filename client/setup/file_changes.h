// Files that setup writes and removes, how to put them back, and how options
// are set in their text.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// Keys and texts, of options that are TOML strings.
using OptionChanges = std::vector<std::pair<std::string, std::string>>;

// Returns the text with the options set, and the rest as its owner wrote it.
// Where a line sets one, its value is
// replaced; else where a line has it commented out, that line; else a line is
// added at the end. The result was read by the daemon's own parser: these
// options have these values, and all others those of before. Errors: kRejected;
// `path` is the file's name in messages.
[[nodiscard]] Outcome<std::string> WithOptions(
    std::string_view text, const OptionChanges& changes,
    const std::filesystem::path& path);

}  // namespace answerbox::client
