// What of a segment belongs to its removed documents: how much, so that counts
// can be those of the documents that are left, and which chunks.
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
  // Of nothing removed. Holds no memory.
  RemovedShare() = default;

  // Linear in the documents of the segment and the chunks of the removed ones;
  // allocates eight bytes for each removed document at most, fewer where
  // neighbours were removed. A document whose record is damaged is left out,
  // and told by error().
  RemovedShare(const SegmentReader& segment, const DocumentSet& removed);

  // The first damage that was met: what is said of the rest is not all.
  [[nodiscard]] const std::optional<Error>& error() const noexcept {
    return error_;
  }
  // What the removed documents have; `terms` is not told.
  [[nodiscard]] const SegmentCounts& counts() const noexcept { return counts_; }
  // Their chunks, ascending, without neighbours.
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
