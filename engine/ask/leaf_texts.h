// Reads the texts of the sentences that forms are made of, for what only their
// words tell: which say the same, and which deny what is asked for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/units/leaves.h"
#include "engine/numeric/arena.h"

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

}  // namespace answerbox::engine
