// Writes new files through a buffer, with plain write() calls; and replaces
// files as a whole.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

// Closing does not flush: bytes that were not flushed are lost. After the first
// failure, every call returns that failure again, so a caller may check only
// the last call.
class FileWriter {
 public:
  static constexpr std::size_t kDefaultBufferBytes = std::size_t{64} << 10;

  // Creates the file, or empties an existing one.
  //   buffer_bytes  0: every Append is a write
  [[nodiscard]] static Result<FileWriter> Create(
      const std::filesystem::path& path,
      std::size_t buffer_bytes = kDefaultBufferBytes);

  [[nodiscard]] Result<void> Append(std::span<const std::byte> bytes);

  // Of the file; -1 leaves the owner or the group as it is.
  [[nodiscard]] Result<void> SetRights(mode_t mode, uid_t owner, gid_t group);

  // Writes the buffer to the kernel, so that mappings and other processes see
  // it.
  [[nodiscard]] Result<void> Flush();

  // Flushes, and returns when the bytes are on the disk (fdatasync).
  [[nodiscard]] Result<void> Sync();

  // Closes the file and frees the buffer before destruction. Nothing may be
  // appended afterwards.
  void Close() noexcept;

  // Bytes appended so far.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] const std::filesystem::path& path() const noexcept {
    return path_;
  }
  [[nodiscard]] const std::optional<Error>& error() const noexcept {
    return error_;
  }

 private:
  FileWriter(FileDescriptor file, std::filesystem::path path,
             std::size_t buffer_bytes);

  [[nodiscard]] Result<void> Write(std::span<const std::byte> bytes);
  [[nodiscard]] Result<void> Fail(const char* operation);

  FileDescriptor file_;
  std::filesystem::path path_;
  std::size_t buffer_bytes_;
  std::vector<std::byte> buffer_;
  std::uint64_t bytes_ = 0;
  std::optional<Error> error_;
};

// --- Replaces a file atomically: readers find either the whole old content or
// the whole new content, even after a power cut.

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
