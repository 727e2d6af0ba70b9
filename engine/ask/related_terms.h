// Lets retrieval look for the words that the thesaurus gives for those of a
// question.
#pragma once

#include "engine/answer/evidence/thesaurus.h"
#include "engine/ask/inquiry.h"
#include "engine/result.h"

namespace answerbox::engine {

// The most terms and phrases that are looked for besides those of the question
// and its synonyms, and the most postings that they may have together: they
// bound the work of a question. Of each word the first neighbours are taken,
// which tell most.
inline constexpr std::size_t kMaxRelatedTerms = 96;
inline constexpr std::size_t kMaxRelatedPhrases = 16;
inline constexpr std::uint64_t kMaxRelatedPostings = 1u << 18;

// Groups the terms of `inquiry.retrieval` to concepts: of the phrases that the
// thesaurus knows, the longest come first, and no word is of two. Errors:
// kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
//   inquiry  not refused; of profile default
[[nodiscard]] Result<void> AddRelatedTerms(const Thesaurus& thesaurus,
                                           Inquiry& inquiry);

}  // namespace answerbox::engine
