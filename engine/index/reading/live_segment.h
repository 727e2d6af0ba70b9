// A segment and its removed documents, and the terms of all segments of a
// collection (CollectionTerms). The segment's bytes never change; its documents
// may be removed or replaced after it is written.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/index/reading/segment_reader.h"
#include "engine/result.h"

namespace answerbox::engine {

// A set of document numbers of one segment: the documents that were removed or
// replaced since the segment was written. One bit per document; an empty set
// holds no memory.
class DocumentSet {
 public:
  static constexpr std::uint32_t kGroup = 64;

  // An empty set over documents 0 to `document_count` - 1.
  explicit DocumentSet(std::uint32_t document_count = 0)
      : groups_(document_count / kGroup +
                (document_count % kGroup != 0 ? 1 : 0)) {}

  // False for numbers at or past document_count.
  [[nodiscard]] bool Contains(std::uint32_t document) const noexcept {
    const std::size_t word = document / kGroup;
    return word < words_.size() &&
           (words_[word] >> (document % kGroup) & 1u) != 0;
  }

  // Number of members below `document` in its group of 64. Preconditions:
  // `document` < document_count; the set is not empty.
  [[nodiscard]] std::uint32_t CountInGroupBefore(
      std::uint32_t document) const noexcept {
    const std::uint64_t before = (std::uint64_t{1} << (document % kGroup)) - 1;
    return static_cast<std::uint32_t>(
        std::popcount(words_[document / kGroup] & before));
  }

  // Precondition: `document` < document_count.
  void Insert(std::uint32_t document) {
    if (words_.empty()) words_.resize(groups_);
    std::uint64_t& word = words_[document / kGroup];
    const std::uint64_t bit = std::uint64_t{1} << (document % kGroup);
    size_ += (word & bit) == 0 ? 1 : 0;
    word |= bit;
  }

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

 private:
  std::uint32_t groups_ = 0;
  std::vector<std::uint64_t> words_;  // By group.
  std::uint32_t size_ = 0;
};

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

// The distinct terms of several segments, in the order of their bytes: a walk
// through all dictionaries at once.
class CollectionTerms {
 public:
  struct Holder {
    std::uint32_t segment = 0;
    TermEntry entry;
  };

  // Stands before the first term. `segments` outlives the walk. The walk takes
  // some 200 bytes of the heap for each segment. Throws std::bad_alloc.
  explicit CollectionTerms(std::span<const LiveSegment> segments);

  // Moves to the next term; false past the last one. Takes time linear in the
  // segments. Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<bool> Next();

  // Preconditions: the last Next() gave true. Both are valid until Next().
  [[nodiscard]] std::string_view term() const noexcept { return term_; }
  // The segments that hold the term, in their order.
  [[nodiscard]] std::span<const Holder> holders() const noexcept {
    return holders_;
  }

 private:
  struct Head {
    std::uint32_t segment = 0;
    TermCursor cursor;
    bool is_walked = true;  // Its term; or it stands before the first one.
  };

  std::vector<Head> heads_;  // Those that are not at their ends.
  std::string term_;
  std::vector<Holder> holders_;
};

}  // namespace answerbox::engine
