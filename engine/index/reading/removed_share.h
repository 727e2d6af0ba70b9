// The part of a segment that belongs to its removed documents: counts, which
// are subtracted from the segment's counts, and chunks.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/index/reading/document_set.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/result.h"

namespace answerbox::engine {

// Half-open.
struct ChunkRange {
  ChunkNumber begin = 0;
  ChunkNumber end = 0;
};

class RemovedShare {
 public:
  // No document was removed. Holds no memory.
  RemovedShare() = default;

  // Linear in the documents of the segment and the chunks of the removed
  // documents. Allocates at most eight bytes per removed document, fewer where
  // neighbours were removed. A document whose record is damaged is left out and
  // sets error().
  RemovedShare(const SegmentReader& segment, const DocumentSet& removed);

  // The first damage that was found. If set, counts() and chunks() are
  // incomplete.
  [[nodiscard]] const std::optional<Error>& error() const noexcept {
    return error_;
  }
  // Counts of the removed documents; `terms` is 0.
  [[nodiscard]] const SegmentCounts& counts() const noexcept { return counts_; }
  // Chunks of the removed documents: ascending ranges, with a gap between any
  // two.
  [[nodiscard]] std::span<const ChunkRange> chunks() const noexcept {
    return chunks_;
  }

 private:
  [[nodiscard]] Result<void> Add(const SegmentReader& segment,
                                 DocumentNumber number);

  std::optional<Error> error_;
  SegmentCounts counts_;
  std::vector<ChunkRange> chunks_;
};

}  // namespace answerbox::engine
