// The memory of one question: a fixed budget. The arena hands memory out from
// the front and takes all of it back at once. It is a std::pmr resource, so
// standard containers can use it. A question that needs more than the budget
// gets std::bad_alloc, which WithinArena() in engine/ask/stages.h turns into
// kArenaExhausted. The arena never uses the heap.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <type_traits>

namespace answerbox::engine {

class Arena final : public std::pmr::memory_resource {
 public:
  // Hands out `storage`, which outlives the arena.
  explicit Arena(std::span<std::byte> storage) noexcept : storage_(storage) {}

  // Takes all memory back. Precondition: the caller no longer uses anything
  // that it allocated.
  void Reset() noexcept { used_ = 0; }
  // Takes back the memory that was handed out since used() returned `used`.
  // Precondition: the caller no longer uses anything that it allocated since.
  void Rewind(std::size_t used) noexcept { used_ = used; }

  [[nodiscard]] std::size_t capacity() const noexcept {
    return storage_.size();
  }
  [[nodiscard]] std::size_t used() const noexcept { return used_; }
  // The most that was ever in use, across resets.
  [[nodiscard]] std::size_t high_water_mark() const noexcept {
    return high_water_mark_;
  }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void*, std::size_t, std::size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::span<std::byte> storage_;
  std::size_t used_ = 0;
  std::size_t high_water_mark_ = 0;
};

// Arrays of trivially destructible values in an arena.

// Returns `count` value-initialised elements that live until the arena's next
// reset. Throws std::bad_alloc when the arena is spent.
template <typename T>
[[nodiscard]] std::span<T> MakeSpan(Arena& arena, std::size_t count) {
  static_assert(std::is_trivially_destructible_v<T>);
  auto* elements =
      static_cast<T*>(static_cast<std::pmr::memory_resource&>(arena).allocate(
          count * sizeof(T), alignof(T)));
  std::uninitialized_value_construct_n(elements, count);
  return {elements, count};
}

// Like MakeSpan, but leaves the elements uninitialised. For buffers whose
// elements are written before they are read.
template <typename T>
[[nodiscard]] std::span<T> MakeBuffer(Arena& arena, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  return {
      static_cast<T*>(static_cast<std::pmr::memory_resource&>(arena).allocate(
          count * sizeof(T), alignof(T))),
      count};
}

// Returns a copy of the text in the arena.
[[nodiscard]] inline std::string_view CopyText(std::string_view text,
                                               Arena& arena) {
  const auto copy = MakeBuffer<char>(arena, text.size());
  std::ranges::copy(text, copy.begin());
  return {copy.data(), copy.size()};
}

}  // namespace answerbox::engine
