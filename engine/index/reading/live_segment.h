// A segment and its removed documents. The segment's bytes never change; its
// documents may be removed or replaced after it is written.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
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

// The part of a segment that belongs to its removed documents: counts, which
// are subtracted from the segment's counts, and chunks.
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

struct LiveSegment {
  const SegmentReader* reader = nullptr;
  const DocumentSet* removed = nullptr;
  // What belongs to `removed`; null if `removed` is empty.
  const RemovedShare* share = nullptr;
  // Profile paper: by chunk, the squared length of its vector over the live
  // documents of all segments. Empty if this segment is the whole collection:
  // the norms that it stores are then right.
  std::span<const std::uint64_t> squared_norms = {};
  // The documents that a question asks, a bit each as in DocumentSet. Empty:
  // all of them. Counts do not depend on it.
  std::span<const std::uint64_t> asked = {};

  // Whether the question does not see the document: it was removed, or is not
  // asked.
  [[nodiscard]] bool Hides(DocumentNumber document) const noexcept {
    if (removed->Contains(document)) return true;
    if (asked.empty()) return false;
    const std::size_t group = document / DocumentSet::kGroup;
    return group >= asked.size() ||
           (asked[group] >> (document % DocumentSet::kGroup) & 1u) == 0;
  }
  // The same for a chunk's document. Reads nothing if no document is hidden.
  // Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<bool> HidesChunk(ChunkNumber chunk) const noexcept {
    if (removed->size() == 0 && asked.empty()) return false;
    const auto document = reader->DocumentOfChunk(chunk);
    if (!document) return document.error();
    return Hides(*document);
  }

  // Counts of the documents that were not removed.
  [[nodiscard]] std::uint64_t live_documents() const noexcept {
    const std::uint64_t all = reader->counts().documents;
    return all - std::min<std::uint64_t>(all, removed->size());
  }
  [[nodiscard]] std::uint64_t live_chunks() const noexcept {
    return Less(reader->counts().chunks, &SegmentCounts::chunks);
  }
  [[nodiscard]] std::uint64_t live_chunk_terms() const noexcept {
    return Less(reader->counts().chunk_terms, &SegmentCounts::chunk_terms);
  }
  [[nodiscard]] std::span<const ChunkRange> removed_chunks() const noexcept {
    assert(share != nullptr || removed->size() == 0);
    return share == nullptr ? std::span<const ChunkRange>() : share->chunks();
  }

 private:
  // `all` less the removed documents' share. In a damaged file the share may be
  // more than `all`; the result is then 0.
  template <typename Count>
  [[nodiscard]] std::uint64_t Less(std::uint64_t all,
                                   Count SegmentCounts::*count) const noexcept {
    assert(share != nullptr || removed->size() == 0);
    return share == nullptr
               ? all
               : all - std::min<std::uint64_t>(all, share->counts().*count);
  }
};

}  // namespace answerbox::engine
