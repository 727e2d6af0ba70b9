// Memory directly from the kernel, for rare large work. Its pages can be given
// back between two uses, which the heap does not promise.
#pragma once

#include <cstddef>
#include <span>

namespace answerbox::platform {

class PageMemory {
 public:
  // Maps `bytes` of zeros, 1 or more. A page takes memory only once it is
  // written to. Throws std::bad_alloc.
  explicit PageMemory(std::size_t bytes);
  PageMemory(const PageMemory&) = delete;
  PageMemory& operator=(const PageMemory&) = delete;
  ~PageMemory();

  // Returns the memory, which never moves.
  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return bytes_; }

  // Gives back every page except those of the first `kept` bytes, which
  // frequent uses then need not ask for again. Pages that are given back then
  // hold zeros.
  void GiveBack(std::size_t kept) const noexcept;

 private:
  std::span<std::byte> bytes_;
};

}  // namespace answerbox::platform
