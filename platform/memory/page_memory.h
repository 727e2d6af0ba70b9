// Memory straight from the kernel, for large work that is rare: its pages can
// be given back between two uses, which the heap does not promise.
#pragma once

#include <cstddef>
#include <span>

namespace answerbox::platform {

class PageMemory {
 public:
  // Maps `bytes` of zeros, 1 or more. A page takes memory once it is written
  // to. Throws std::bad_alloc.
  explicit PageMemory(std::size_t bytes);
  PageMemory(const PageMemory&) = delete;
  PageMemory& operator=(const PageMemory&) = delete;
  ~PageMemory();

  // Stays where it is.
  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return bytes_; }

  // Gives back every page but those of the first `kept` bytes, which a frequent
  // use need not ask for again. What is given back then holds zeros.
  void GiveBack(std::size_t kept) const noexcept;

 private:
  std::span<std::byte> bytes_;
};

}  // namespace answerbox::platform
