// Segments of the previous format.
#pragma once

#include "tests/engine/index/segment_fixture.h"

namespace answerbox::engine {

// The bytes that a program of the old version would have written for the
// content of `bytes`, which must not have text blocks.
[[nodiscard]] SegmentBytes InOldVersion(const SegmentBytes& bytes);

}  // namespace answerbox::engine
