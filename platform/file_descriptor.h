// Owns the descriptor of a file, a socket or a pipe.
#pragma once

#include <unistd.h>

#include <utility>

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
  ~FileDescriptor() {
    // Errors of close are ignored: data that must last was synced before.
    if (is_open()) ::close(value_);
  }

  [[nodiscard]] int get() const noexcept { return value_; }
  [[nodiscard]] bool is_open() const noexcept { return value_ >= 0; }
  // Returns the descriptor, which the caller has to close.
  [[nodiscard]] int Release() noexcept { return std::exchange(value_, -1); }

 private:
  int value_ = -1;
};

}  // namespace answerbox::platform
