// The memory of this process as the kernel counts it.
#pragma once

#include <cstdint>

namespace answerbox::benchmarks {

struct ProcessMemory {
  std::uint64_t pss_bytes = 0;        // Shared pages count by their share.
  std::uint64_t anonymous_bytes = 0;  // The part of it that no file backs.
};

// Read from /proc/self/smaps_rollup.
[[nodiscard]] ProcessMemory MemoryNow();

}  // namespace answerbox::benchmarks
