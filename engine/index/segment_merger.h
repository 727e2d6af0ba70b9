// Joins segments into one, streaming: terms and postings by a k-way merge of
// the sorted dictionaries, tables and text by copying. Memory is one number per
// term of every input, 12 bytes per removed document and a constant per input,
// whatever the text's size; profile paper adds 8 bytes per chunk for the norms.
#pragma once

#include <span>

#include "engine/index/byte_sink.h"
#include "engine/index/document_set.h"
#include "engine/index/segment_reader.h"
#include "engine/result.h"

namespace answerbox::engine {

struct MergeInput {
  const SegmentReader* segment = nullptr;
  const DocumentSet* removed = nullptr;  // Left out of the result.
};

// Heap that merging these inputs needs, in bytes.
[[nodiscard]] std::size_t MergeMemoryBytes(std::span<const MergeInput> inputs);

// Writes the segment that holds the inputs' remaining documents, in the order
// of `inputs` and of their numbers; the bytes are those SegmentBuilder would
// write for the same documents in that order. Checksums of every input are
// verified on the way, so that damage is not copied under a fresh checksum.
// Preconditions: at least one input; the same profile and chunking in all.
// Errors: kTruncated, kCorrupt  an input is damaged (`field`, `offset` in it)
//         kLimitExceeded        the result would outgrow a field of the format
//         kSinkFailed
//   observer  told while checksums are verified, before anything is written
[[nodiscard]] Result<void> MergeSegments(std::span<const MergeInput> inputs,
                                         ByteSink& sink,
                                         ReadObserver* observer = nullptr);

}  // namespace answerbox::engine
