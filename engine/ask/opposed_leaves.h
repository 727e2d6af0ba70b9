// Which texts say the contrary of what is asked for: who may not to "who may",
// how to prevent an injury to "what do I do after an injury".
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/log_odds.h"
#include "engine/answer/evidence/question_type.h"
#include "engine/ask/leaf_texts.h"
#include "engine/grounding/words/denials.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// What a leaf that says the contrary loses: another one goes first.
inline constexpr LogOdds kOpposedOdds = 8 * kOneLogOdds;

class OpposedLeaves {
 public:
  // All outlive the object.
  OpposedLeaves(std::string_view question, QuestionType type,
                const QuestionTerms& terms, TermNormalizer& normalizer,
                Arena& arena);

  // Whether the leaf says the contrary. A question that asks whether, or why,
  // is answered by a denial as well, so nothing is contrary to it. Throws
  // std::bad_alloc past the arena, here and below.
  [[nodiscard]] bool Has(const LeafTexts& texts, std::uint32_t leaf) const;

  // Of the leaves `begin` to `end`, half-open, one that says the contrary and
  // holds all that `leaf` holds of the question's words, and more: what is said
  // of fruit does not answer who may eat bananas where a text says who may not.
  // Else `leaf`.
  [[nodiscard]] std::uint32_t CloserThan(const LeafTexts& texts,
                                         std::uint32_t leaf,
                                         std::uint32_t begin,
                                         std::uint32_t end) const;

  // Whether `leaf` holds all words of the question that `other` holds. Nothing
  // is asked of what follows an injury: it is told in other words.
  [[nodiscard]] bool IsAsClose(const LeafTexts& texts, std::uint32_t leaf,
                               std::uint32_t other) const;

  // LeafRelations::against, where the best leaf says the contrary. Empty if no
  // other leaf is as close. Reads all leaves.
  [[nodiscard]] std::span<const LogOdds> Weigh(const LeafTexts& texts,
                                               std::uint32_t best) const;

 private:
  [[nodiscard]] bool IsDenied(const LeafTexts& texts, std::uint32_t leaf) const;

  const QuestionTerms& terms_;
  TermNormalizer& normalizer_;
  Arena& arena_;
  bool asks_who_ = false;      // Asks for something that is or may be.
  bool asks_who_not_ = false;  // That is not.
  bool asks_what_follows_ = false;
};

}  // namespace answerbox::engine
