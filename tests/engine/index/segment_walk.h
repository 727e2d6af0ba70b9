// Reads everything in a segment through every accessor, and checks the promises
// that the reader makes even for damaged files.
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
