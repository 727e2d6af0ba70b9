// Restricts a question to some documents of a collection.
#pragma once

#include <span>
#include <string_view>

#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::engine {

// A copy of the segments in which every document is hidden whose name matches
// none of the patterns (name_pattern.h). Words keep the weights that they have
// in all documents. Takes a bit per document from the arena. For each pattern,
// finds the first name with the pattern's fixed prefix by binary search, then
// compares all names with this prefix. Throws std::bad_alloc past the arena.
// Errors: kTruncated, kCorrupt; kNoSuchDocument if no live document matches a
// pattern, with the pattern's index.
[[nodiscard]] Result<std::span<const LiveSegment>> WithinDocuments(
    std::span<const LiveSegment> segments,
    std::span<const std::string_view> patterns, Arena& arena);

}  // namespace answerbox::engine
