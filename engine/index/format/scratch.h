// Room for the tables of a merge that grow with its inputs: a number per term,
// a length per sentence. The engine does no input or output of its own: the
// daemon gives memory in files, whose pages the kernel can drop, so that merges
// of any size hold the same budget.
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

class Scratch {
 public:
  virtual ~Scratch() = default;

  // Memory of its own, aligned for any number, with anything in it; valid as
  // long as this object. Errors: kSinkFailed, kScratchField.
  [[nodiscard]] virtual Result<std::span<std::byte>> Take(
      std::uint64_t bytes) = 0;
};

inline constexpr const char* kScratchField = "scratch";

// An array; numbers in it are not set. Errors: those of Scratch::Take.
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

// From the heap, for tables that are needed again and again.
class HeapScratch final : public Scratch {
 public:
  [[nodiscard]] Result<std::span<std::byte>> Take(std::uint64_t bytes) override;

  // What was given out is not needed any more.
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
