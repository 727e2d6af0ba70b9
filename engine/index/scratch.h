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

// An array of `count` numbers, not set. Errors: those of Scratch::Take.
template <typename Number>
[[nodiscard]] Result<std::span<Number>> TakeNumbers(Scratch& scratch,
                                                    std::uint64_t count) {
  static_assert(std::is_unsigned_v<Number>);
  const auto bytes = scratch.Take(count * sizeof(Number));
  if (!bytes) return bytes.error();
  if (bytes->empty()) return std::span<Number>();
  auto* const first =
      new (bytes->data()) Number[bytes->size() / sizeof(Number)];
  return std::span<Number>(first, bytes->size() / sizeof(Number));
}

// From the heap.
class HeapScratch final : public Scratch {
 public:
  [[nodiscard]] Result<std::span<std::byte>> Take(
      std::uint64_t bytes) override {
    const auto size = static_cast<std::size_t>(bytes);
    taken_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
    return std::span<std::byte>(taken_.back().get(), size);
  }

 private:
  std::vector<std::unique_ptr<std::byte[]>> taken_;
};

}  // namespace answerbox::engine
