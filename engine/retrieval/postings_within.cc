#include "engine/retrieval/postings_within.h"

#include <algorithm>

namespace answerbox::engine {

Result<std::uint64_t> CountPostingsWithin(std::span<const ChunkRange> ranges,
                                          PostingCursor& cursor) noexcept {
  std::uint64_t count = 0;
  while (!ranges.empty()) {
    auto moved = cursor.SeekTo(ranges.front().begin);
    for (; moved && *moved && cursor.chunk() < ranges.front().end;
         moved = cursor.Next()) {
      ++count;
    }
    if (!moved) return moved.error();
    if (!*moved) break;
    // Ranges are skipped too, because a term may be rarer than removed
    // documents.
    const auto next =
        std::ranges::upper_bound(ranges, cursor.chunk(), {}, &ChunkRange::end);
    ranges = ranges.subspan(static_cast<std::size_t>(next - ranges.begin()));
  }
  return count;
}

}  // namespace answerbox::engine
