// A file that only grows: a log. What was synced survives a power cut; a write
// that fails leaves the file as it was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

// After a power cut the bytes since the last Sync may be there, in part, or be
// anything else: readers must be able to tell. Movable.
class AppendedFile {
 public:
  // A new file. Its name survives once its folder was synced. Errors: EEXIST.
  [[nodiscard]] static Result<AppendedFile> Create(
      const std::filesystem::path& path);

  // Goes on after the first `bytes` of a file that is there; what follows them
  // is cut off, and that is on the disk when this returns.
  [[nodiscard]] static Result<AppendedFile> Open(
      const std::filesystem::path& path, std::uint64_t bytes);

  // All or nothing: what was written of it before an error is cut off again.
  // Should that fail too, is_broken().
  [[nodiscard]] Result<void> Append(std::span<const std::byte> bytes);

  // Returns when all is on the disk (fdatasync). After an error is_broken():
  // the kernel may have dropped the bytes and would report success the next
  // time.
  [[nodiscard]] Result<void> Sync();

  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] bool is_synced() const noexcept { return synced_ == bytes_; }
  // So much is on the disk, whatever failed since.
  [[nodiscard]] std::uint64_t synced_bytes() const noexcept { return synced_; }
  // Nothing can be appended any more.
  [[nodiscard]] bool is_broken() const noexcept { return is_broken_; }
  [[nodiscard]] const std::filesystem::path& path() const noexcept {
    return path_;
  }

 private:
  AppendedFile(FileDescriptor file, std::filesystem::path path,
               std::uint64_t bytes);

  // Ends the file after bytes_, and writes from there on.
  [[nodiscard]] Result<void> CutOff();

  FileDescriptor file_;
  std::filesystem::path path_;
  std::uint64_t bytes_;
  std::uint64_t synced_;
  bool is_broken_ = false;
};

}  // namespace answerbox::platform
