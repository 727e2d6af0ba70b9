// Notices that files of a folder are written to, by any program, through
// inotify(7). Writes through a shared mapping, and what changes on the disk
// itself, are not seen.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>
#include <utility>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

class FolderWatch {
 public:
  // Watches nothing yet. Errors: those of inotify_init1, as EMFILE.
  [[nodiscard]] static Result<FolderWatch> Open();

  // Watches the folder itself, not its subfolders, and goes on when it is
  // renamed. Returns the number by which Drain() names it; the same folder has
  // the same number. Errors: those of inotify_add_watch, as ENOSPC when the
  // user has too many watches.
  [[nodiscard]] Result<int> Add(const std::filesystem::path& folder);

  // Calls `written` for each write since the last call, or once for several:
  //   folder  its number, or kLost: the kernel lost count, any file may be
  //   meant file    the file's name in the folder; valid during the call
  // A write that had returned before the call is not missed. One system call
  // where nothing was written. Allocates nothing. Not safe to use from two
  // threads at once.
  static constexpr int kLost = -1;
  using Written = std::function<void(int folder, std::string_view file)>;
  void Drain(const Written& written);

 private:
  explicit FolderWatch(FileDescriptor events) : events_(std::move(events)) {}
  FileDescriptor events_;
};

}  // namespace answerbox::platform
