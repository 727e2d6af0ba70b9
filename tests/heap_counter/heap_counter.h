// Counts every allocation from the heap in the process that links it, those of
// C libraries included: malloc, calloc, realloc, aligned_alloc, posix_memalign.
#pragma once

#include <cstdint>

namespace answerbox {

// Allocations since the process started.
[[nodiscard]] std::uint64_t HeapAllocations() noexcept;

// Held now, and the most that was held at a time since the start or the last
// ForgetHighestHeapBytes.
[[nodiscard]] std::uint64_t HeapBytes() noexcept;
[[nodiscard]] std::uint64_t HighestHeapBytes() noexcept;
void ForgetHighestHeapBytes() noexcept;

}  // namespace answerbox
