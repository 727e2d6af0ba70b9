#include "platform/file/appended_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "platform/file/open_file.h"

namespace answerbox::platform {

AppendedFile::AppendedFile(FileDescriptor file, std::filesystem::path path,
                           std::uint64_t bytes)
    : file_(std::move(file)),
      path_(std::move(path)),
      bytes_(bytes),
      synced_(bytes) {}

Result<AppendedFile> AppendedFile::Create(const std::filesystem::path& path) {
  auto file = OpenRegularFile(path, O_WRONLY | O_CREAT | O_EXCL);
  if (!file) return file.error();
  return AppendedFile(std::move(*file), path, 0);
}

// Bytes after `bytes` were being written when the process ended. They were
// never acknowledged, and would break what is appended next.
Result<AppendedFile> AppendedFile::Open(const std::filesystem::path& path,
                                        std::uint64_t bytes) {
  auto file = OpenRegularFile(path, O_WRONLY);
  if (!file) return file.error();
  AppendedFile opened(std::move(*file), path, bytes);
  if (auto cut = opened.CutOff(); !cut) return cut.error();
  // Also syncs bytes that a killed process wrote and did not sync.
  if (auto synced = opened.Sync(); !synced) return synced.error();
  return opened;
}

// Appends all of the bytes or none: after an error the file is cut back to its
// old end. If that fails too, nothing may follow the torn bytes.
Result<void> AppendedFile::Append(std::span<const std::byte> bytes) {
  if (is_broken_) {
    errno = EIO;
    return LastError("write", path_);
  }
  const std::size_t size = bytes.size();
  while (!bytes.empty()) {
    const ::ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const Error error = LastError("write", path_);
      is_broken_ = !CutOff();
      return error;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  bytes_ += size;
  return {};
}

// After a failed sync the kernel marks the lost pages clean and reports success
// the next time (the "fsyncgate" of 2018). So there is no next time.
// fdatasync(2) also writes the new length.
Result<void> AppendedFile::Sync() {
  if (is_broken_ || ::fdatasync(file_.get()) != 0) {
    if (is_broken_) errno = EIO;
    is_broken_ = true;
    return LastError("sync", path_);
  }
  synced_ = bytes_;
  return {};
}

// The position is set too: ftruncate(2) does not change it, and the next write
// would leave a hole of zeros.
Result<void> AppendedFile::CutOff() {
  const auto end = static_cast<::off_t>(bytes_);
  if (::ftruncate(file_.get(), end) != 0) return LastError("truncate", path_);
  if (::lseek(file_.get(), end, SEEK_SET) < 0) return LastError("seek", path_);
  return {};
}

}  // namespace answerbox::platform
