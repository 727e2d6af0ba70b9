// A file mapped into memory, read-only.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <utility>

#include "platform/error.h"

namespace answerbox::platform {

// How much of a mapping the kernel reads ahead when a page is touched.
enum class ReadAhead {
  kAsTheKernelSees,  // The kernel's default for the disk; possibly megabytes.
  kNothing,          // Only the page itself: for random access.
};

// Unmaps when destroyed. The mapping survives unlinking and replacing the file;
// the file must never be truncated while it is mapped.
class MappedFile {
 public:
  [[nodiscard]] static Result<MappedFile> Open(
      const std::filesystem::path& path);

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept
      : bytes_(std::exchange(other.bytes_, {})) {}
  MappedFile& operator=(MappedFile&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~MappedFile();

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
    return bytes_;
  }
  [[nodiscard]] std::string_view text() const noexcept {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }

  // Sets the advice for the whole mapping and all its readers. kAsTheKernelSees
  // until it is called.
  void SetReadAhead(ReadAhead ahead) const noexcept;

  // Lets the kernel drop the resident pages; they are read again when touched.
  void Release() const noexcept;

 private:
  explicit MappedFile(std::span<const std::byte> bytes) noexcept
      : bytes_(bytes) {}

  std::span<const std::byte> bytes_;
};

}  // namespace answerbox::platform
