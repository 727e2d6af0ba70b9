#include "engine/retrieval/matching_chunks.h"

#include <algorithm>
#include <limits>

namespace answerbox::engine {

MatchingChunks::MatchingChunks(const TermLookup& lookup, Arena& arena)
    : lookup_(&lookup),
      cursors_(MakeSpan<PostingCursor>(arena, lookup.term_count())),
      live_(MakeSpan<std::uint32_t>(arena, lookup.term_count())),
      hits_(MakeSpan<TermHit>(arena, lookup.term_count())) {}

Result<void> MatchingChunks::Open(const LiveSegment& segment,
                                  std::size_t segment_index) {
  segment_ = segment;
  live_count_ = 0;
  const auto lengths = segment.reader->AllChunkLengths();
  if (!lengths) return lengths.error();
  lengths_ = *lengths;
  for (std::uint32_t t = 0; t < cursors_.size(); ++t) {
    if (const auto& entry = lookup_->entry(segment_index, t)) {
      const auto list = segment.reader->Postings(*entry);
      if (!list) return list.error();
      cursors_[t].Reset(*list);
    } else if (const auto* phrase = lookup_->phrase_list(segment_index, t)) {
      cursors_[t].Reset(*phrase);
    } else {
      continue;
    }
    const auto moved = cursors_[t].Next();
    if (!moved) return moved.error();
    if (*moved) live_[live_count_++] = t;
  }
  return {};
}

Result<bool> MatchingChunks::Next() {
  for (;;) {
    const auto moved = NextOfAnyDocument();
    if (!moved || !*moved) return moved;
    const auto is_hidden = segment_.HidesChunk(chunk_);
    if (!is_hidden) return is_hidden.error();
    if (!*is_hidden) return true;
  }
}

Result<bool> MatchingChunks::NextOfAnyDocument() {
  if (live_count_ == 0) return false;
  const auto live = live_.first(live_count_);
  // A scan of all cursors instead of a heap: questions have few terms, and only
  // profile paper and exhaustive scoring walk so.
  chunk_ = std::numeric_limits<ChunkNumber>::max();
  for (const std::uint32_t term : live) {
    chunk_ = std::min(chunk_, cursors_[term].chunk());
  }
  hit_count_ = 0;
  live_count_ = 0;
  for (const std::uint32_t term : live) {
    PostingCursor& cursor = cursors_[term];
    if (cursor.chunk() == chunk_) {
      hits_[hit_count_++] = {term, cursor.frequency()};
      const auto moved = cursor.Next();
      if (!moved) return moved.error();
      if (!*moved) continue;
    }
    live_[live_count_++] = term;
  }
  return true;
}

}  // namespace answerbox::engine
