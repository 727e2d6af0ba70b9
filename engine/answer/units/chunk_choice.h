// Chooses the chunks in which answers of all sizes are looked for: those that
// retrieval found best, preferring those under headings that tell what is
// asked, and the chunks beside the very best, since a list or a section may go
// on there.
#pragma once

#include <span>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/units/section_evidence.h"
#include "engine/retrieval/scored_chunk.h"

namespace answerbox::engine {

// How many chunks of a retrieval are considered.
inline constexpr std::size_t kConsideredChunks = 30;

// Best first. Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the
// arena.
template <typename A>
[[nodiscard]] Result<std::span<const AnsweringChunk>> ChooseChunks(
    std::span<const LiveSegment> segments,
    std::span<const ScoredChunk<A>> retrieved, SectionReader& sections,
    Arena& arena);

}  // namespace answerbox::engine
