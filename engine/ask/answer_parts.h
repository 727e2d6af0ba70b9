// Writes a run of sentences as a person reads it: its parts, and their text.
#pragma once

#include <span>

#include "engine/answer/units/leaves.h"
#include "engine/answer/units/unit_spans.h"
#include "engine/ask/answer.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::engine {

// A part of `unit`'s document each: of a list its lead-in and items, of a row
// its cells with their column headings, otherwise sentences. A list that goes
// on after the candidates is followed to kMaxUnitWords words. `decided` is
// left empty. Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the
// arena.
[[nodiscard]] Result<FormedAnswer> WriteParts(
    std::span<const LiveSegment> segments, const CandidateEvidence& evidence,
    const Leaves& leaves, const UnitSpan& unit, Arena& arena);

}  // namespace answerbox::engine
