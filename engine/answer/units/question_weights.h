// How much each term of a question weighs in its collection, and shares of the
// question by these weights.
#pragma once

#include <cstdint>
#include <span>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/evidence/lexicon.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// A share in 1/1024: 1024 is all.
using ShareQ10 = std::int32_t;
inline constexpr ShareQ10 kWhole = 1024;

class QuestionWeights {
 public:
  // Inverse document frequencies over the collection's chunks. Throws
  // std::bad_alloc past the arena.
  QuestionWeights(const TermLookup& lookup, Arena& arena);
  // The same times how rare the terms are in English, so that "mean" weighs
  // less than "measles" in a collection that has both as often.
  //   english  entries of the question's terms. The terms after these are
  //            phrases; they count as if their rarity were 8.
  QuestionWeights(const TermLookup& lookup,
                  std::span<const LexiconEntry> english, Arena& arena);

  // Weights that tell how much a term sets some candidates apart from others:
  // r * ln(1 + 1 / (m + 0.02)) in 1/256, where r is how rare the term is in
  // English and m is the mean over the candidates of the similarity of their
  // closest word, related ones too; 0 for a term that no candidate comes closer
  // to than 0.3. Throws std::bad_alloc past the arena.
  //   english  [term]
  [[nodiscard]] static QuestionWeights Among(
      const CandidateEvidence& evidence, std::span<const LexiconEntry> english,
      Arena& arena);

  // The weights of what names the question's subject: of its terms, and words
  // related to them, that some candidate comes closer to than 0.3, those that
  // weigh at least half as much as the heaviest; the others' are 0.
  [[nodiscard]] static QuestionWeights OfSubject(
      const QuestionWeights& weights, const CandidateEvidence& evidence,
      Arena& arena);

  [[nodiscard]] std::size_t size() const noexcept { return idf_.size(); }
  // ln(1 + (N - n + 1/2) / (n + 1/2)) in 1/256, times rarity / 8 if that
  // counts; or the weight of Among().
  [[nodiscard]] std::int32_t idf(std::size_t term) const noexcept {
    return idf_[term];
  }
  [[nodiscard]] std::int32_t total() const noexcept { return total_; }

  // The share of the question that the greater of both similarities covers, by
  // term.
  [[nodiscard]] ShareQ10 SoftOf(
      std::span<const Similarity> found,
      std::span<const Similarity> other) const noexcept;
  // The same of one, where only terms that are held themselves count.
  [[nodiscard]] ShareQ10 Exact(
      std::span<const Similarity> found) const noexcept;
  // The share that a sum of idf(t) times a similarity is of the whole question.
  [[nodiscard]] ShareQ10 ShareOf(std::int64_t weighed) const noexcept {
    return static_cast<ShareQ10>(weighed * kWhole / kSame / total_);
  }
  // The share that a sum of idf(t) is of the whole question.
  [[nodiscard]] ShareQ10 ShareOfHeld(std::int64_t weights) const noexcept {
    return static_cast<ShareQ10>(weights * kWhole / total_);
  }
  // The share of these terms; bit t is the t-th.
  [[nodiscard]] ShareQ10 Held(std::uint64_t terms) const noexcept;

 private:
  QuestionWeights() = default;

  std::span<std::int32_t> idf_;
  std::int32_t total_ = 1;
};

}  // namespace answerbox::engine
