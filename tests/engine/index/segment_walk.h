// Reads everything that a segment holds, through every accessor, and checks
// what the reader promises even of damaged files.
#pragma once

#include <cstdint>

#include "engine/index/reading/segment_reader.h"

namespace answerbox::engine {

struct WalkCounts {
  std::uint64_t values = 0;  // Read without an error.
  std::uint64_t errors = 0;
  std::uint64_t broken_promises = 0;
};

[[nodiscard]] WalkCounts WalkSegment(const SegmentReader& segment);

}  // namespace answerbox::engine
