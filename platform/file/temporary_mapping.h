// Memory in a file without a name. The kernel can write its pages out and drop
// them. The file disappears when it is no longer needed, even if the process is
// killed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

#include "platform/error.h"

namespace answerbox::platform {

// Unmaps when destroyed, which frees the space on the disk.
class TemporaryMapping {
 public:
  // Creates the file `path`, removes its name at once, and reserves `bytes` of
  // zeros on the disk, so that writing to the memory cannot fail for lack of
  // space. A power cut between creating and removing may leave an empty file.
  //   bytes  size; EFBIG if it is more than a mapping can hold
  [[nodiscard]] static Result<TemporaryMapping> Create(
      const std::filesystem::path& path, std::uint64_t bytes);

  TemporaryMapping() = default;
  TemporaryMapping(TemporaryMapping&& other) noexcept
      : bytes_(std::exchange(other.bytes_, {})) {}
  TemporaryMapping& operator=(TemporaryMapping&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~TemporaryMapping();

  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return bytes_; }

  // Unloads the pages from the process; the kernel keeps their content.
  void Release() const noexcept;

 private:
  explicit TemporaryMapping(std::span<std::byte> bytes) noexcept
      : bytes_(bytes) {}

  std::span<std::byte> bytes_;
};

}  // namespace answerbox::platform
