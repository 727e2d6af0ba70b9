#include "platform/file/file_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "platform/file/directory.h"
#include "platform/file/open_file.h"

namespace answerbox::platform {

Result<FileWriter> FileWriter::Create(const std::filesystem::path& path,
                                      std::size_t buffer_bytes) {
  auto file = OpenRegularFile(path, O_WRONLY | O_CREAT | O_TRUNC);
  if (!file) return file.error();
  return FileWriter(std::move(*file), path, buffer_bytes);
}

FileWriter::FileWriter(FileDescriptor file, std::filesystem::path path,
                       std::size_t buffer_bytes)
    : file_(std::move(file)),
      path_(std::move(path)),
      buffer_bytes_(buffer_bytes) {
  buffer_.reserve(buffer_bytes_);
}

// Bytes as long as the buffer go to the file directly: copying them first gains
// nothing.
Result<void> FileWriter::Append(std::span<const std::byte> bytes) {
  if (error_) return *error_;
  bytes_ += bytes.size();
  if (bytes.size() > buffer_bytes_ - buffer_.size()) {
    if (auto flushed = Flush(); !flushed) return flushed;
    if (bytes.size() >= buffer_bytes_) return Write(bytes);
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  return {};
}

Result<void> FileWriter::SetRights(mode_t mode, uid_t owner, gid_t group) {
  // The owner first: changing it takes set-user-ID bits away. A service in a
  // cage may not even ask to keep it.
  const bool is_given = owner != uid_t(-1) || group != gid_t(-1);
  if ((is_given && ::fchown(file_.get(), owner, group) != 0) ||
      ::fchmod(file_.get(), mode) != 0) {
    return Fail("set the rights of");
  }
  return {};
}

Result<void> FileWriter::Flush() {
  if (error_) return *error_;
  auto written = Write(buffer_);
  buffer_.clear();
  return written;
}

Result<void> FileWriter::Sync() {
  if (auto flushed = Flush(); !flushed) return flushed;
  // Do not retry: after a failed sync the kernel may have dropped the pages and
  // would report success for lost bytes.
  if (::fdatasync(file_.get()) != 0) return Fail("sync");
  return {};
}

void FileWriter::Close() noexcept {
  file_ = FileDescriptor();
  buffer_ = std::vector<std::byte>();
}

// write(2) may take fewer bytes than it was given, and may be interrupted by a
// signal.
Result<void> FileWriter::Write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ::ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Fail("write");
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

// The first error stays: after it, bytes are missing in the middle.
Result<void> FileWriter::Fail(const char* operation) {
  error_ = LastError(operation, path_);
  return *error_;
}

// The temporary file is in the same folder, because rename(2) is atomic within
// one file system only.
Result<AtomicFile> AtomicFile::Create(const std::filesystem::path& target) {
  std::filesystem::path temporary = target;
  temporary += kSuffix;
  auto writer = FileWriter::Create(temporary);
  if (!writer) return writer.error();
  return AtomicFile(std::move(*writer), target);
}

AtomicFile::AtomicFile(FileWriter writer, std::filesystem::path target)
    : writer_(std::move(writer)), target_(std::move(target)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : writer_(std::move(other.writer_)),
      target_(std::move(other.target_)),
      replaced_(other.replaced_),
      owns_temporary_(std::exchange(other.owns_temporary_, false)) {}

AtomicFile::~AtomicFile() {
  // If this fails, the next Create empties the temporary file that remains.
  if (owns_temporary_) static_cast<void>(RemoveFile(writer_.path()));
}

// The order matters: the bytes are on the disk before the name leads to them,
// and the folder is synced before anybody is told. rename(2) alone may reach
// the disk before the bytes do, which leaves an empty file after a power cut.
Result<void> AtomicFile::Commit() {
  if (auto synced = writer_.Sync(); !synced) return synced;
  writer_.Close();
  if (auto renamed = Rename(writer_.path(), target_); !renamed) return renamed;
  replaced_ = true;
  owns_temporary_ = false;
  const std::filesystem::path folder = target_.parent_path();
  return SyncDirectory(folder.empty() ? "." : folder);
}

}  // namespace answerbox::platform
