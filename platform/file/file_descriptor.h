// An open file, closed when destroyed.
#pragma once

#include <filesystem>
#include <utility>

#include "platform/error.h"

namespace answerbox::platform {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  // Takes over `value`; -1 for none.
  explicit FileDescriptor(int value) noexcept : value_(value) {}
  FileDescriptor(FileDescriptor&& other) noexcept
      : value_(std::exchange(other.value_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~FileDescriptor();

  [[nodiscard]] int get() const noexcept { return value_; }
  [[nodiscard]] bool is_open() const noexcept { return value_ >= 0; }

 private:
  int value_ = -1;
};

// Opens with O_CLOEXEC added to `flags`; a file it creates has mode 0600.
[[nodiscard]] Result<FileDescriptor> OpenFile(const std::filesystem::path& path,
                                              int flags);

// What errno says about `operation` on `path`.
[[nodiscard]] Error LastError(const char* operation,
                              const std::filesystem::path& path);

}  // namespace answerbox::platform
