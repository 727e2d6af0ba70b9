// The squared lengths of the vectors of chunks in profile paper, over the live
// documents of several segments: the sum over a chunk's distinct terms of
// (frequency * idf)^2, with the idf of the whole collection. The norms that a
// segment stores (SegmentReader::SquaredNorm) are right only if the segment is
// the whole collection and none of its documents was removed.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/reading/live_segment.h"
#include "engine/result.h"

namespace answerbox::engine {

// The published inverse document frequency, in Q5.11, of a term that `holding`
// of `chunks` chunks hold.
[[nodiscard]] std::uint16_t CollectionIdf(std::uint64_t chunks,
                                          std::uint64_t holding) noexcept;

// False: the norms that the segments store are right.
[[nodiscard]] bool NeedCollectionNorms(
    std::span<const LiveSegment> segments) noexcept;

// Number of norms, including those of removed chunks.
[[nodiscard]] std::uint64_t CollectionNormCount(
    std::span<const LiveSegment> segments) noexcept;

// Fills `norms`: those of the first segment by chunk, then those of the next.
// Reads the dictionaries of all segments once and their postings twice.
// Allocates a cursor per segment. Errors: kTruncated, kCorrupt.
//   norms  [CollectionNormCount(segments)], zeros
[[nodiscard]] Result<void> ComputeCollectionNorms(
    std::span<const LiveSegment> segments, std::span<std::uint64_t> norms);

}  // namespace answerbox::engine
