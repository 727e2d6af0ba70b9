// A file that only grows, such as a log. Synced bytes survive a power cut; a
// write that fails leaves the file as it was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

// After a power cut, the bytes since the last Sync may be missing, incomplete
// or anything else: readers must detect this. Movable.
class AppendedFile {
 public:
  // Creates a file. Its name survives a power cut only after its folder was
  // synced. Errors: EEXIST.
  [[nodiscard]] static Result<AppendedFile> Create(
      const std::filesystem::path& path);

  // Opens an existing file to append after its first `bytes`. Cuts off the
  // bytes that follow; the cut is on the disk when this returns.
  [[nodiscard]] static Result<AppendedFile> Open(
      const std::filesystem::path& path, std::uint64_t bytes);

  // Appends all or nothing: after an error, what was written is cut off again.
  // If that fails too, is_broken().
  [[nodiscard]] Result<void> Append(std::span<const std::byte> bytes);

  // Returns when all bytes are on the disk (fdatasync). After an error
  // is_broken(): the kernel may have dropped the bytes and would report success
  // the next time.
  [[nodiscard]] Result<void> Sync();

  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] bool is_synced() const noexcept { return synced_ == bytes_; }
  // Bytes that are on the disk, even if something failed afterwards.
  [[nodiscard]] std::uint64_t synced_bytes() const noexcept { return synced_; }
  // Nothing can be appended any more.
  [[nodiscard]] bool is_broken() const noexcept { return is_broken_; }
  [[nodiscard]] const std::filesystem::path& path() const noexcept {
    return path_;
  }

 private:
  AppendedFile(FileDescriptor file, std::filesystem::path path,
               std::uint64_t bytes);

  // Truncates the file to bytes_ and moves the write position there.
  [[nodiscard]] Result<void> CutOff();

  FileDescriptor file_;
  std::filesystem::path path_;
  std::uint64_t bytes_;
  std::uint64_t synced_;
  bool is_broken_ = false;
};

}  // namespace answerbox::platform
