// Those features of leaves that tell whether a leaf holds what kind of value is
// asked for, points the same way as the question, and stands where retrieval
// and the structure of tables and of questions with answers would have it.
#pragma once

#include <cstdint>
#include <span>

#include "engine/answer/units/leaf_features.h"
#include "engine/numeric/arena.h"

namespace answerbox::engine {

// Whether a text with these cues holds a value that is asked for, of the kinds
// `kinds`: kWhole, or -kWhole; 0 if none of them is asked for. A name is
// perhaps a person or a place: half.
//   names  words of the text that look like names and are not the question's
[[nodiscard]] ShareQ10 HeldShare(TextCues asked, TextCues kinds, TextCues text,
                                 std::size_t names) noexcept;

// Whether a text denies something as the question does: kWhole if both do, 0 if
// neither, -kWhole / 2 if the text alone does, -kWhole if the question alone.
[[nodiscard]] ShareQ10 DenialShare(bool question, bool text) noexcept;

class LeafSigns {
 public:
  // `inputs` outlives the object. Throws std::bad_alloc past the arena.
  LeafSigns(const LeafInputs& inputs, Arena& arena);

  // Fills the features that this file is about. `row` has SoftCoverage,
  // Coverage and LeadIn. Allocates nothing.
  void Fill(std::uint32_t leaf, LeafRow& row) const;

 private:
  void FillValues(const Leaf& leaf, const SentenceDigest& digest,
                  LeafRow& row) const;
  void FillPlace(const CandidateSentence& candidate, const Leaf& leaf,
                 LeafRow& row) const;

  const LeafInputs& in_;
  bool denies_;                           // The question does.
  std::int32_t best_chunk_ = 0;           // Greatest retrieved_q8.
  std::span<ShareQ10> document_chunks_;   // [document place]
  std::span<ShareQ10> question_covered_;  // [leaf], where it is a question.
};

}  // namespace answerbox::engine
