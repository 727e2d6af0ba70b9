#include "engine/retrieval/matching_chunks.h"

#include <algorithm>
#include <limits>

namespace answerbox::engine {

Result<MatchingChunks> MatchingChunks::Open(const LiveSegment& segment,
                                            std::size_t segment_index,
                                            const TermLookup& lookup,
                                            Arena& arena) {
  MatchingChunks matching;
  matching.segment_ = &segment;
  matching.hits_ = MakeSpan<TermHit>(arena, lookup.term_count());
  matching.lists_ = MakeSpan<List>(arena, lookup.term_count());
  std::size_t live = 0;
  for (std::size_t t = 0; t < lookup.term_count(); ++t) {
    const auto& entry = lookup.entry(segment_index, t);
    if (!entry) continue;
    auto cursor = segment.reader->Postings(*entry);
    if (!cursor) return cursor.error();
    const auto moved = cursor->Next();
    if (!moved) return moved.error();
    if (*moved) {
      matching.lists_[live++] = {*cursor, static_cast<std::uint32_t>(t)};
    }
  }
  matching.lists_ = matching.lists_.first(live);
  return matching;
}

Result<bool> MatchingChunks::Next() {
  for (;;) {
    const auto moved = NextOfAnyDocument();
    if (!moved || !*moved) return moved;
    const auto summary = segment_->reader->Summary(chunk_);
    if (!summary) return summary.error();
    if (segment_->removed->Contains(summary->document)) continue;
    summary_ = *summary;
    return true;
  }
}

Result<bool> MatchingChunks::NextOfAnyDocument() {
  if (lists_.empty()) return false;
  ChunkNumber nearest = std::numeric_limits<ChunkNumber>::max();
  for (const List& list : lists_) {
    nearest = std::min(nearest, list.cursor.posting().chunk);
  }
  chunk_ = nearest;
  hit_count_ = 0;
  std::size_t live = 0;
  for (List& list : lists_) {
    if (list.cursor.posting().chunk == nearest) {
      hits_[hit_count_++] = {list.term, list.cursor.posting().frequency};
      const auto moved = list.cursor.Next();
      if (!moved) return moved.error();
      if (!*moved) continue;
    }
    if (&lists_[live] != &list) lists_[live] = list;
    ++live;
  }
  lists_ = lists_.first(live);
  return true;
}

}  // namespace answerbox::engine
