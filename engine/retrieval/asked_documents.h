// Restricts a question to some documents of a collection.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "engine/index/reading/document_copies.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::engine {

// A copy of the segments in which every document is hidden whose name matches
// none of the patterns (MatchesPattern). Words keep the weights that they have
// in all documents. Takes a bit per document from the arena. For each pattern,
// finds the first name with the pattern's fixed prefix by binary search, then
// compares all names with this prefix. Throws std::bad_alloc past the arena.
// Errors: kTruncated, kCorrupt; kNoSuchDocument if no live document matches a
// pattern, with the pattern's index.
//   copies  of the segments' documents, or null. If several of the asked
//           documents have one text, all but the first by name are hidden.
//           Counts are those of copies->distinct()
[[nodiscard]] Result<std::span<const LiveSegment>> WithinDocuments(
    std::span<const LiveSegment> segments,
    std::span<const std::string_view> patterns, Arena& arena,
    const DocumentCopies* copies = nullptr);

// Patterns for names of documents, as shells have them: `*` stands for any
// characters, `/` included, and `?` for one character. All others stand for
// themselves. Names and patterns are valid UTF-8. At worst, takes time
// proportional to the product of their lengths.
[[nodiscard]] bool MatchesPattern(std::string_view name,
                                  std::string_view pattern) noexcept;

// What names that match the pattern begin with: its part before the first `*`
// or `?`.
[[nodiscard]] inline std::string_view FixedPrefix(
    std::string_view pattern) noexcept {
  return pattern.substr(0,
                        std::min(pattern.find_first_of("*?"), pattern.size()));
}

}  // namespace answerbox::engine
