// Segments of the format before this one.
#pragma once

#include "tests/engine/index/segment_fixture.h"

namespace answerbox::engine {

// The bytes that a program of the old version would have written in the place
// of `bytes`, which hold no text blocks.
[[nodiscard]] SegmentBytes InOldVersion(const SegmentBytes& bytes);

}  // namespace answerbox::engine
