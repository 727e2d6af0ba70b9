// Memory in a file that nobody can see: its pages are the kernel's to write out
// and drop, and it goes when it is not needed any more, however the process
// ends.
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
  // Creates the file `path`, removes its name at once, and sets `bytes` of
  // zeros aside on the disk, so that writing to the memory cannot fail for lack
  // of space. A power cut between the first two may leave an empty file.
  //   bytes  more than a mapping can hold: EFBIG
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

  // Takes the pages out of the process; the kernel keeps what was written.
  void Release() const noexcept;

 private:
  explicit TemporaryMapping(std::span<std::byte> bytes) noexcept
      : bytes_(bytes) {}

  std::span<std::byte> bytes_;
};

}  // namespace answerbox::platform
