// Keeps a folder for one process: two that write the same files would destroy
// each other's work.
#pragma once

#include <filesystem>
#include <optional>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

// Held until destroyed, or until the process ends in whatever way (flock). The
// file stays, with the process id of its last holder in it, if the disk had
// room for it.
class DirectoryLock {
 public:
  // Locks `file`, which is made if it is missing. Does not wait: while somebody
  // holds it, the error's code is EWOULDBLOCK.
  [[nodiscard]] static Result<DirectoryLock> Acquire(
      const std::filesystem::path& file);

  // Process id that the holder wrote into `file`, where it can be read.
  [[nodiscard]] static std::optional<long> Holder(
      const std::filesystem::path& file);

 private:
  explicit DirectoryLock(FileDescriptor file) noexcept
      : file_(std::move(file)) {}

  FileDescriptor file_;
};

}  // namespace answerbox::platform
