// Reads a file from the disk itself, past the kernel's memory (O_DIRECT), so
// that a reader sees what the disk holds now. Where the file system can't, it
// reads what the kernel has.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

class UncachedFile {
 public:
  // Offsets, and addresses and sizes of buffers, are multiples of it.
  static constexpr std::size_t kAlignment = 4096;

  [[nodiscard]] static Result<UncachedFile> Open(
      const std::filesystem::path& path);

  // Fills `buffer` from `offset` on. Returns fewer bytes than it holds only at
  // the end of the file. Errors: as pread(2), such as EIO.
  [[nodiscard]] Result<std::size_t> Read(std::uint64_t offset,
                                         std::span<std::byte> buffer);

 private:
  UncachedFile(FileDescriptor file, std::filesystem::path path)
      : file_(std::move(file)), path_(std::move(path)) {}
  [[nodiscard]] bool GiveUpDirectReading();

  FileDescriptor file_;
  std::filesystem::path path_;
};

}  // namespace answerbox::platform
