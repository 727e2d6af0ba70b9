// The chunks whose sentences a question's gathering chooses from.
#pragma once

#include <cstdint>
#include <span>

#include "engine/ask/inquiry.h"
#include "engine/gathering/gathering.h"
#include "engine/result.h"
#include "engine/retrieval/document_order.h"

namespace answerbox::engine {

// The chunks that retrieval finds best, the more the larger the budget is, and
// the chunks beside the five best ones. Copies of a chunk in other documents
// come with it and do not count, so that documents that are there twice leave
// as much to choose from. Errors: kTruncated, kCorrupt. Throws std::bad_alloc
// past the arena.
//   tokens  the budget
//   query   its `retrieval` and `dense` are looked at
[[nodiscard]] Result<std::span<const ChunkPlace>> AskedChunks(
    const Inquiry& inquiry, std::uint64_t tokens, const GatheringQuery& query);

}  // namespace answerbox::engine
