// Memory for those tables of a merge that grow with its inputs: a number per
// term, a length per sentence. The daemon provides memory that is mapped from
// files, whose pages the kernel can write out and drop, so that a merge of any
// size stays within the same memory budget.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/result.h"

namespace answerbox::engine {

// Bytes of heap that a table holds.
template <typename T>
[[nodiscard]] std::size_t TableBytes(const std::vector<T>& table) noexcept {
  return table.capacity() * sizeof(T);
}

class Scratch {
 public:
  virtual ~Scratch() = default;

  // Memory for one table, aligned for any number, with unspecified content;
  // valid as long as this object. Errors: kSinkFailed with kScratchField.
  [[nodiscard]] virtual Result<std::span<std::byte>> Take(
      std::uint64_t bytes) = 0;
};

inline constexpr const char* kScratchField = "scratch";

// An array with unspecified content. Errors: those of Scratch::Take.
template <typename T>
[[nodiscard]] Result<std::span<T>> TakeArray(Scratch& scratch,
                                             std::uint64_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto bytes = scratch.Take(count * sizeof(T));
  if (!bytes) return bytes.error();
  if (count == 0) return std::span<T>();
  const auto size = static_cast<std::size_t>(count);
  return std::span<T>(new (bytes->data()) T[size], size);
}

// Scratch memory from the heap, which is kept for reuse.
class HeapScratch final : public Scratch {
 public:
  [[nodiscard]] Result<std::span<std::byte>> Take(std::uint64_t bytes) override;

  // The caller no longer needs any memory that Take() gave; it can be given
  // again.
  void Reuse() noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Piece {
    std::unique_ptr<std::byte[]> memory;
    std::size_t bytes = 0;
    bool taken = false;
  };

  std::vector<Piece> pieces_;
};

}  // namespace answerbox::engine
