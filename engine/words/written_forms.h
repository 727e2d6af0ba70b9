// Writes words of a question in other ways, so that "14/03/2026" finds "March
// 14th, 2026", "3000" finds "3,000", and "Meniere" finds "Ménière". A form is
// kept only if documents have its words. docs/socket-protocol.md, "Written
// forms", lists the kinds.
#pragma once

#include <span>
#include <string_view>

#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/text/term_normalizer.h"
#include "engine/words/synonyms.h"

namespace answerbox::engine {

// Adds other forms to the question's synonyms until these are full. Looks up
// some ten terms for each word of the question, more for telephone numbers.
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
//   terms, lookup  of `question`
//   normalizer     of profile default
//   with_spelling  false: adds no accents and no other English spelling
[[nodiscard]] Result<void> AddWrittenForms(
    std::string_view question, std::span<const LiveSegment> segments,
    const QuestionTerms& terms, const TermLookup& lookup, FoundSynonyms& found,
    TermNormalizer& normalizer, Arena& arena, bool with_spelling);

}  // namespace answerbox::engine
