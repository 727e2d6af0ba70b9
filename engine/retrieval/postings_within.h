// Counts a term's postings in given ranges of chunks, such as those of removed
// documents.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/postings/posting_cursor.h"
#include "engine/index/reading/removed_share.h"
#include "engine/result.h"

namespace answerbox::engine {

// The number of postings, from the cursor on, whose chunks are in `ranges`.
// Skips postings between ranges and ranges between postings, so each is read at
// most once. Errors: kTruncated, kCorrupt.
//   ranges  ascending, with a gap between any two
//   cursor  stands before the first posting; is moved
[[nodiscard]] Result<std::uint64_t> CountPostingsWithin(
    std::span<const ChunkRange> ranges, PostingCursor& cursor) noexcept;

}  // namespace answerbox::engine
