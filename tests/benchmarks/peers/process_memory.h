// Memory of this process as the kernel counts it.
#pragma once

#include <cstdint>

namespace answerbox::benchmarks {

struct ProcessMemory {
  std::uint64_t pss_bytes = 0;        // Shared pages by their share.
  std::uint64_t anonymous_bytes = 0;  // Of these, what no file backs.
};

// From /proc/self/smaps_rollup.
[[nodiscard]] ProcessMemory MemoryNow();

}  // namespace answerbox::benchmarks
