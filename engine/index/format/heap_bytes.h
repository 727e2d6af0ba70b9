// Bytes of heap that a table holds.
#pragma once

#include <cstddef>
#include <vector>

namespace answerbox::engine {

template <typename T>
[[nodiscard]] std::size_t HeapBytes(const std::vector<T>& table) noexcept {
  return table.capacity() * sizeof(T);
}

}  // namespace answerbox::engine
