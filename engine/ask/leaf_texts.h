// Reads the texts of the sentences that forms are made of, for what only their
// words tell: which say the same, and which deny what is asked for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/evidence/question_words.h"
#include "engine/answer/units/leaves.h"
#include "engine/grounding/words/denials.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/integer_logarithm.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

class LeafTexts {
 public:
  // All outlive the object.
  LeafTexts(const CandidateEvidence& evidence, const Leaves& leaves) noexcept
      : evidence_(evidence), leaves_(leaves) {}

  [[nodiscard]] std::string_view Of(std::uint32_t leaf) const noexcept {
    return leaves_.leaves[leaf].text;
  }
  // The innermost heading above it, which is no heading itself; empty if there
  // is none.
  [[nodiscard]] std::string_view HeadingOf(std::uint32_t leaf) const noexcept;

  // LeafRelations::same_as, or nothing if no two leaves say the same. Two do if
  // their words are the same (near_duplicates.h) and their headings are. Only
  // leaves that have a word of the question are compared, so that nearly
  // nothing is read where there are no copies. Throws std::bad_alloc past the
  // arena.
  [[nodiscard]] std::span<const std::uint32_t> FindSame(Arena& arena) const;

  // Whether the leaf meets the question by little but a year or small number:
  // its section, with headings and document's name, has none of three or more
  // words of the question, or one of four or more. "Founded in 1998" does not
  // tell who won the cup in 1998.
  [[nodiscard]] bool HasNumbersAlone(std::uint32_t leaf,
                                     const QuestionTerms& terms) const noexcept;

  [[nodiscard]] const CandidateSentence& candidate(
      std::uint32_t leaf) const noexcept {
    return evidence_.sentences()[leaf];
  }
  [[nodiscard]] const Leaves& leaves() const noexcept { return leaves_; }
  // Whether it has a word of the question, or one that begins alike.
  [[nodiscard]] bool HasAlike(std::uint32_t leaf) const noexcept {
    return std::ranges::any_of(evidence_.similarities(leaf),
                               [](Similarity each) { return each != 0; });
  }

 private:
  [[nodiscard]] bool IsOfSection(std::uint32_t leaf,
                                 std::uint32_t other) const noexcept;

  const CandidateEvidence& evidence_;
  const Leaves& leaves_;
};

// What a leaf that says the contrary loses: another one goes first.
inline constexpr LogOdds kOpposedOdds = 8 * kOneLogOdds;

// Which texts say the contrary of what is asked for: who may not to "who may",
// how to prevent an injury to "what do I do after an injury".
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
