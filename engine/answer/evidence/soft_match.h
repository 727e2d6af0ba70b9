// How a term of a segment's dictionary matches a term of a question.
#pragma once

#include <cstdint>

#include "engine/index/terms/term_dictionary.h"

namespace answerbox::engine {

// Unsigned Q1.15: 32768 is the term itself, 0 is no match.
using Similarity = std::uint16_t;
inline constexpr Similarity kSame = 1u << 15;

enum class MatchKind : std::uint8_t {
  kAlike,      // The term itself, a synonym, or one that begins alike.
  kCapital,    // A synonym that counts only with a capital.
  kOpposite,   // opposites.h
  kRelated,    // related_words.h
  kNeighbour,  // thesaurus.h
};

struct SoftMatch {
  TermNumber number = 0;           // In the segment's dictionary.
  std::uint8_t question_term = 0;  // Index into QuestionTerms::distinct.
  MatchKind kind = MatchKind::kAlike;
  // kSame only for the term itself and its synonyms; 0 for opposites.
  Similarity similarity = 0;
};

}  // namespace answerbox::engine
