// Terms and phrases of a question that the thesaurus knows: it has "sodium" for
// "salt", and "glucose" for "blood sugar".
//
// A phrase is a run of at most 4 key words. A key word is a word's term, or a
// stop word itself; articles, pronouns and possessives are none, and "n't" is
// "not". So "can't my son sleep" has the key words "not", "son", "sleep". The
// thesaurus holds a phrase as its key words with a blank between them. Only
// QuestionTerms::words are read. They leave a term out where it comes again, so
// "face to face" is not found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/question_terms.h"

namespace answerbox::engine {

inline constexpr std::size_t kMaxKeyWords = 4;

// The key word of a word of the question; empty if it is none.
[[nodiscard]] std::string_view KeyWordOf(const QuestionTerms& terms,
                                         const QuestionWord& word) noexcept;

struct QuestionPhrase {
  Thesaurus::Range neighbours;
  std::uint64_t terms = 0;  // Bit t: it has QuestionTerms::distinct[t].
};

// The question's phrases that the thesaurus knows and that have a term, by
// their first words. Throws std::bad_alloc past the arena.
[[nodiscard]] std::span<const QuestionPhrase> FindPhrases(
    const QuestionTerms& terms, const Thesaurus& thesaurus, Arena& arena);

}  // namespace answerbox::engine
