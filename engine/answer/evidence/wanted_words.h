// Words that stand for terms of a question: opposites, related words, and what
// the thesaurus has for its terms and phrases. They are the same for all
// segments; soft_matches.h looks for them in a segment's dictionary.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/related_words.h"
#include "engine/answer/evidence/soft_match.h"
#include "engine/answer/evidence/thesaurus.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/question_terms.h"

namespace answerbox::engine {

// Where related words are looked up. Null: nowhere.
struct RelatedSources {
  const RelatedWords* pairs = nullptr;
  const Thesaurus* thesaurus = nullptr;
};

struct WantedWord {
  std::uint64_t prefix = 0;  // PrefixOf(text)
  std::string_view text;     // Not empty.
  // The terms that it stands for. Bit t: QuestionTerms::distinct[t].
  std::uint64_t question_terms = 0;
  MatchKind kind = MatchKind::kRelated;
  Similarity similarity = 0;
};

// Views into the sources. Throws std::bad_alloc past the arena.
[[nodiscard]] std::span<const WantedWord> FindWantedWords(
    const QuestionTerms& terms, const RelatedSources& sources, Arena& arena);

}  // namespace answerbox::engine
