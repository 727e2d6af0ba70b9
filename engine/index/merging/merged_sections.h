// Writes those sections of a merged segment that are more than copies of the
// inputs' records: the orders of names, the sentences, and the abbreviations.
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

// Writes the section kAbbreviations of a segment of profile default: finds the
// abbreviations anew in the text of the documents that remain.
//   observer  as in MergeSupport
// Errors: kTruncated, kCorrupt; kLimitExceeded; kSinkFailed.
[[nodiscard]] Result<void> WriteMergedAbbreviations(
    std::span<const MergeInput> inputs, SegmentWriter& writer, Scratch& scratch,
    ReadObserver* observer);

// Scratch memory for that in bytes. An estimate for an input that has no such
// section.
[[nodiscard]] std::uint64_t AbbreviationScratchBytes(
    const SegmentReader& input) noexcept;

}  // namespace answerbox::engine
