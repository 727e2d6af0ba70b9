// Replaces a file atomically: readers find either the whole old content or the
// whole new content, even after a power cut.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <span>

#include "platform/error.h"
#include "platform/file/file_writer.h"

namespace answerbox::platform {

// Writes to `target` + kSuffix, next to the target. If it is destroyed without
// a successful Commit, it removes that file and leaves the target alone.
class AtomicFile {
 public:
  static constexpr const char* kSuffix = ".new";

  [[nodiscard]] static Result<AtomicFile> Create(
      const std::filesystem::path& target);

  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  [[nodiscard]] Result<void> Append(std::span<const std::byte> bytes) {
    return writer_.Append(bytes);
  }

  // Gives the new file an owner and a group, -1 for none other, and a mode.
  [[nodiscard]] Result<void> SetRights(mode_t mode, uid_t owner, gid_t group) {
    return writer_.SetRights(mode, owner, group);
  }

  // Syncs the content, renames it over the target, syncs the folder. After an
  // error the target is untouched unless replaced() says otherwise.
  [[nodiscard]] Result<void> Commit();

  // True once the target has the new content, even if syncing the folder failed
  // afterwards. In that case a power cut may bring the old content back.
  [[nodiscard]] bool replaced() const noexcept { return replaced_; }

 private:
  AtomicFile(FileWriter writer, std::filesystem::path target);

  FileWriter writer_;
  std::filesystem::path target_;
  bool replaced_ = false;
  bool owns_temporary_ = true;
};

}  // namespace answerbox::platform
