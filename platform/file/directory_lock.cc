#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <string>

#include "platform/file/directory.h"
#include "platform/file/open_file.h"

namespace answerbox::platform {

namespace {

// A disk that is full or read-only must not stop a daemon from serving what it
// has. The process id is only for people, so it is left out then.
bool TakesNoWrites(const Error& error) {
  return error.code.value() == ENOSPC || error.code.value() == EDQUOT ||
         error.code.value() == EROFS;
}

Result<void> WriteHolder(const std::filesystem::path& path) {
  auto file = OpenRegularFile(path, O_WRONLY | O_TRUNC);
  if (!file) return file.error();
  const std::string holder = std::to_string(::getpid()) + "\n";
  if (::write(file->get(), holder.data(), holder.size()) < 0) {
    return LastError("write", path);
  }
  return {};
}

}  // namespace

// flock(2) locks the open file, so the kernel ends the lock with the process,
// however that ends. A file whose existence is the lock would outlive a crash.
Result<DirectoryLock> DirectoryLock::Acquire(
    const std::filesystem::path& path) {
  // The file is opened for reading only: a file open for writing would prevent
  // remounting the file system read-only.
  auto file = OpenRegularFile(path, O_RDONLY | O_CREAT);
  if (!file) return file.error();
  if (::flock(file->get(), LOCK_EX | LOCK_NB) != 0) {
    return LastError("lock", path);
  }
  const auto written = WriteHolder(path);
  if (!written && !TakesNoWrites(written.error())) return written.error();
  return DirectoryLock(std::move(*file));
}

Result<DirectoryLock> DirectoryLock::AcquireFolder(
    const std::filesystem::path& folder) {
  auto file = OpenFile(folder, O_RDONLY | O_DIRECTORY);
  if (!file) return file.error();
  if (::flock(file->get(), LOCK_EX | LOCK_NB) != 0) {
    return LastError("lock", folder);
  }
  return DirectoryLock(std::move(*file));
}

std::optional<long> DirectoryLock::Holder(const std::filesystem::path& path) {
  auto file = OpenRegularFile(path, O_RDONLY);
  if (!file) return std::nullopt;
  std::array<char, 32> text{};
  const ::ssize_t length = ::read(file->get(), text.data(), text.size());
  long holder = 0;
  if (length <= 0 ||
      std::from_chars(text.data(), text.data() + length, holder).ec !=
          std::errc()) {
    return std::nullopt;
  }
  return holder;
}

}  // namespace answerbox::platform
