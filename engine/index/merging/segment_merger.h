// Merges segments into one, streaming: terms and postings by a k-way merge of
// the sorted dictionaries, tables and text by copying. Heap is a constant per
// input plus 12 bytes per removed document, whatever the inputs' size. Tables
// that grow with terms, chunks and sentences are in scratch memory.
#pragma once

#include <span>

#include "engine/index/format/scratch.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/reading/live_segment.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/result.h"

namespace answerbox::engine {

struct MergeInput {
  const SegmentReader* segment = nullptr;
  const DocumentSet* removed = nullptr;  // Left out of the result.
};

struct MergeSupport {
  // Memory for tables that grow with terms and sentences; null: the heap.
  Scratch* scratch = nullptr;
  // Called while inputs are read and nothing is written; may be null.
  ReadObserver* observer = nullptr;
};

// Heap that merging these inputs needs, in bytes.
[[nodiscard]] std::size_t MergeMemoryBytes(std::span<const MergeInput> inputs);

// Scratch memory that merging these inputs needs, in bytes.
[[nodiscard]] std::uint64_t MergeScratchBytes(
    std::span<const MergeInput> inputs);

// Writes the segment that holds the inputs' remaining documents, in the order
// of `inputs` and of their numbers; the bytes are those SegmentBuilder would
// write for the same documents in that order. Every input's checksums are
// verified, so that damage is not copied under a fresh checksum. Preconditions:
// at least one input; the same profile and chunking in all.
// Errors: kTruncated, kCorrupt  an input is damaged (`field`, `offset` in it)
//         kLimitExceeded        the result would outgrow a field of the format
//         kSinkFailed
[[nodiscard]] Result<void> MergeSegments(std::span<const MergeInput> inputs,
                                         ByteSink& sink,
                                         MergeSupport support = {});

}  // namespace answerbox::engine
