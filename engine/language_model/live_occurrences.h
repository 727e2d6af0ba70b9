// How often terms occur in the documents of a collection, whatever segments
// hold them: the counts of a word's probability in the collection.
#pragma once

#include <span>
#include <string_view>

#include "engine/index/reading/live_segment.h"
#include "engine/language_model/word_probability.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// Counts terms in the live documents of all segments. A segment stores the
// occurrences of a term in all documents that it holds; if some were removed,
// the sentences of those are read and their terms subtracted. So the time is
// that of a search in each dictionary, and linear in the text of removed
// documents that segments still hold. Takes 8 bytes per term from the arena if
// documents were removed. Errors: kTruncated, kCorrupt. Throws std::bad_alloc
// past the arena.
//   counts  [terms] filled
[[nodiscard]] Result<void> CountLiveOccurrences(
    std::span<const LiveSegment> segments,
    std::span<const std::string_view> terms, std::span<WordInCollection> counts,
    Arena& arena);

// The same for terms that were found already; takes the counts from the arena,
// too.
//   lookup  TermLookup::Find(segments, ...)
[[nodiscard]] Result<std::span<const WordInCollection>> CountLiveOccurrences(
    std::span<const LiveSegment> segments, const TermLookup& lookup,
    Arena& arena);

}  // namespace answerbox::engine
