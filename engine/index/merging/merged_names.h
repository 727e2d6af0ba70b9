// The names of a merge's documents, as they are looked for.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/format/scratch.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/merging/segment_merger.h"
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

}  // namespace answerbox::engine
