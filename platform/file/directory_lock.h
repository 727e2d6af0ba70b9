// Lets only one process use a folder: two processes that write the same files
// would destroy each other's data.
#pragma once

#include <filesystem>
#include <optional>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

// A lock file (flock), held until the object is destroyed or the process ends
// in any way. The file remains; it contains the process id of its last holder,
// if the disk had room for that.
class DirectoryLock {
 public:
  // Locks `file`, which is created if it is missing. Does not wait: if another
  // process holds it, the error's code is EWOULDBLOCK.
  [[nodiscard]] static Result<DirectoryLock> Acquire(
      const std::filesystem::path& file);

  // Returns the process id that the holder wrote into `file`; nothing if it
  // cannot be read.
  [[nodiscard]] static std::optional<long> Holder(
      const std::filesystem::path& file);

 private:
  explicit DirectoryLock(FileDescriptor file) noexcept
      : file_(std::move(file)) {}

  FileDescriptor file_;
};

}  // namespace answerbox::platform
