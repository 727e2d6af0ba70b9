// A file mapped into memory, read-only.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <utility>

#include "platform/error.h"

namespace answerbox::platform {

// What the kernel reads of a mapping beside the page that was touched.
enum class ReadAhead {
  kAsTheKernelSees,  // As much as it reads ahead of that disk: megabytes maybe.
  kNothing,          // For pages that are touched here and there.
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

  // At first as the kernel sees. Advice for the whole mapping and all its
  // readers.
  void SetReadAhead(ReadAhead ahead) const noexcept;

  // Lets the kernel drop the resident pages; they are read again when touched.
  void Release() const noexcept;

 private:
  explicit MappedFile(std::span<const std::byte> bytes) noexcept
      : bytes_(bytes) {}

  std::span<const std::byte> bytes_;
};

}  // namespace answerbox::platform
