// Arrays of trivially destructible values in an arena.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

#include "engine/numeric/arena.h"

namespace answerbox::engine {

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
