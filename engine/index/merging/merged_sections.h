// Writes those sections of a merged segment that are more than copies of the
// inputs' records: the orders of names, and the sentences.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/format/scratch.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/merging/segment_merger.h"
#include "engine/index/merging/term_merge.h"
#include "engine/result.h"

namespace answerbox::engine {

// Writes the sections kDocumentsByName and kNameFilter.
//   count     number of documents of the result
//   observer  as in MergeSupport
// Errors: kTruncated, kCorrupt; kSinkFailed.
[[nodiscard]] Result<void> WriteMergedNames(std::span<const MergeInput> inputs,
                                            std::uint32_t count,
                                            SegmentWriter& writer,
                                            Scratch& scratch,
                                            ReadObserver* observer);

// Writes the sections kSentenceTerms and kSentences: the sentences with their
// terms renumbered, and the marks of their words.
//   terms        all terms were walked; its inputs are those of the merge
//   count        number of sentences of the result
//   frequencies  set to the occurrences of each term, by its new number
// Errors: kTruncated, kCorrupt; kLimitExceeded; kSinkFailed.
[[nodiscard]] Result<void> WriteMergedSentences(
    std::span<const MergeInput> inputs, const TermMerge& terms,
    std::uint32_t count, std::span<std::uint32_t> frequencies,
    SegmentWriter& writer, Scratch& scratch);

}  // namespace answerbox::engine
