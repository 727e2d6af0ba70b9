// Counts every allocation from the heap in the process that links it, also
// those of C libraries: malloc, calloc, realloc, aligned_alloc, posix_memalign.
#pragma once

#include <cstdint>

namespace answerbox {

// Allocations since the process started.
[[nodiscard]] std::uint64_t HeapAllocations() noexcept;
// Those of the calling thread, for programs whose other threads work meanwhile.
[[nodiscard]] std::uint64_t ThreadHeapAllocations() noexcept;

// Bytes held now, and the most bytes held at a time since the start or the last
// ForgetHighestHeapBytes.
[[nodiscard]] std::uint64_t HeapBytes() noexcept;
[[nodiscard]] std::uint64_t HighestHeapBytes() noexcept;
void ForgetHighestHeapBytes() noexcept;

}  // namespace answerbox
