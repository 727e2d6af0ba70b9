// The chunks that hold all terms of a phrase, as posting lists: retrieval reads
// them like a term's own lists. How far apart the terms are in a chunk does not
// matter here; in sentences it does (QuestionSynonym).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/index/postings/posting_list.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::engine {

// A phrase whose rarest term is in more live chunks is not retrieved. It bounds
// the work, and the memory of the lists: some 3 bytes for each chunk, 10 while
// a list is made.
inline constexpr std::uint64_t kMaxPhraseChunks = 8192;

struct PhrasePostings {
  std::span<const std::optional<PostingList>> lists;  // [segment]
  // Number of live chunks with all terms; 0 also past kMaxPhraseChunks.
  std::uint64_t chunk_frequency = 0;
};

// A phrase occurs in a chunk as often as its rarest term there. Linear in the
// postings of the phrase's rarest term in each segment, with a search in the
// other lists for each. Errors: kTruncated, kCorrupt. Throws std::bad_alloc
// past the arena.
//   terms  1 to kMaxSynonymTerms
[[nodiscard]] Result<PhrasePostings> FindPhrase(
    std::span<const LiveSegment> segments,
    std::span<const std::string_view> terms, Arena& arena);

}  // namespace answerbox::engine
