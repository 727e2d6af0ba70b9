// How many of a term's chunks are among those of removed documents.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/postings/posting_cursor.h"
#include "engine/index/reading/removed_share.h"
#include "engine/result.h"

namespace answerbox::engine {

// Counts the postings from the cursor on whose chunks are in `ranges`. Goes
// from range to range and passes over what is between them, in the list as in
// the ranges: each posting and each range is looked at once at most. Errors:
// kTruncated, kCorrupt.
//   ranges  ascending, apart
//   cursor  before the first posting; moved
[[nodiscard]] Result<std::uint64_t> CountPostingsWithin(
    std::span<const ChunkRange> ranges, PostingCursor& cursor) noexcept;

}  // namespace answerbox::engine
