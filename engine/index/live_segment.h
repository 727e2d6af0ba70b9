// A segment as questions and merges see it: its bytes never change, but
// documents of it may since have been removed or replaced.
#pragma once

#include "engine/index/document_set.h"
#include "engine/index/segment_reader.h"

namespace answerbox::engine {

struct LiveSegment {
  const SegmentReader* reader = nullptr;
  const DocumentSet* removed = nullptr;
};

}  // namespace answerbox::engine
