// Writes the sentences of a merge, with their terms renumbered and the marks of
// their words.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/format/scratch.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/merging/segment_merger.h"
#include "engine/index/merging/term_merge.h"
#include "engine/result.h"

namespace answerbox::engine {

// Writes the sections kSentenceTerms and kSentences.
//   terms        all terms were walked; its inputs are those of the merge
//   count        number of sentences of the result
//   frequencies  set to the occurrences of each term, by its new number
// Errors: kTruncated, kCorrupt; kLimitExceeded; kSinkFailed.
[[nodiscard]] Result<void> WriteMergedSentences(
    std::span<const MergeInput> inputs, const TermMerge& terms,
    std::uint32_t count, std::span<std::uint32_t> frequencies,
    SegmentWriter& writer, Scratch& scratch);

}  // namespace answerbox::engine
