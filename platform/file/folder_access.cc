#include "platform/file/folder_access.h"

#include <sys/stat.h>

#include "platform/file/open_file.h"

namespace answerbox::platform {

Result<Access> AccessTo(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return LastError("stat", path);
  return Access{status.st_uid, (status.st_mode & (S_IWGRP | S_IWOTH)) != 0,
                (status.st_mode & (S_IRWXG | S_IRWXO)) != 0};
}

bool IsFolder(const std::filesystem::path& path) noexcept {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool IsFile(const std::filesystem::path& path) noexcept {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace answerbox::platform
