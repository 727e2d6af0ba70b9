#include "engine/answer/units/question_weights.h"

#include <algorithm>
#include <bit>

#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {

namespace {

// LexiconEntry::rarity is in 1/16.
constexpr std::int32_t kOneRarity = 16;

// What is less close than this stands for another word.
constexpr Similarity kLeastClose = kSame * 3 / 10;

}  // namespace

QuestionWeights::QuestionWeights(const TermLookup& lookup, Arena& arena)
    : QuestionWeights(lookup, {}, arena) {}

QuestionWeights::QuestionWeights(const TermLookup& lookup,
                                 std::span<const LexiconEntry> english,
                                 Arena& arena)
    : idf_(MakeSpan<std::int32_t>(arena, lookup.term_count())) {
  std::int32_t total = 0;
  for (std::size_t t = 0; t < idf_.size(); ++t) {
    const std::uint64_t holding = 2 * lookup.chunk_frequency(t) + 1;
    idf_[t] = LnRatioQ16(2 * lookup.chunks() + 2, holding) / 256;
    if (t < english.size()) {
      idf_[t] = idf_[t] * english[t].rarity / (8 * kOneRarity);
    }
    total += idf_[t];
  }
  if (total > 0) total_ = total;
}

// A word that all candidates hold tells none of them from the others, however
// rare it is in the collection.
QuestionWeights QuestionWeights::Among(const CandidateEvidence& evidence,
                                       std::span<const LexiconEntry> english,
                                       Arena& arena) {
  constexpr std::uint64_t kPart = 50;  // 1 / 0.02
  const std::size_t terms = evidence.term_count();
  QuestionWeights weights;
  weights.idf_ = MakeSpan<std::int32_t>(arena, terms);
  const std::uint64_t whole =
      evidence.sentences().size() * std::uint64_t{kSame};
  std::int32_t total = 0;
  for (std::size_t t = 0; t < terms; ++t) {
    std::uint64_t sum = 0;
    Similarity closest = 0;
    for (std::size_t i = 0; i < evidence.sentences().size(); ++i) {
      const Similarity similarity = std::max(
          evidence.similarities(i)[t], evidence.all_related_similarities(i)[t]);
      sum += similarity;
      closest = std::max(closest, similarity);
    }
    if (closest <= kLeastClose) continue;
    const std::uint64_t mean = kPart * sum + whole;
    weights.idf_[t] = LnRatioQ16(mean + kPart * whole, mean) / 256 *
                      english[t].rarity / kOneRarity;
    total += weights.idf_[t];
  }
  if (total > 0) weights.total_ = total;
  return weights;
}

// A term that no candidate holds can't choose among them, however rare it is.
QuestionWeights QuestionWeights::OfSubject(const QuestionWeights& weights,
                                           const CandidateEvidence& evidence,
                                           Arena& arena) {
  QuestionWeights subject;
  subject.idf_ = MakeSpan<std::int32_t>(arena, weights.size());
  std::int32_t heaviest = 0;
  for (std::size_t t = 0; t < weights.size(); ++t) {
    for (std::size_t i = 0; i < evidence.sentences().size(); ++i) {
      if (evidence.similarities(i)[t] <= kLeastClose &&
          evidence.all_related_similarities(i)[t] <= kLeastClose) {
        continue;
      }
      subject.idf_[t] = weights.idf(t);
      heaviest = std::max(heaviest, weights.idf(t));
      break;
    }
  }
  std::int32_t total = 0;
  for (std::int32_t& weight : subject.idf_) {
    if (2 * weight < heaviest) weight = 0;
    total += weight;
  }
  if (total > 0) subject.total_ = total;
  return subject;
}

// total_ is at least 1, so that a question of words that every chunk has covers
// nothing and divides by nothing.
ShareQ10 QuestionWeights::SoftOf(
    std::span<const Similarity> found,
    std::span<const Similarity> other) const noexcept {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < idf_.size(); ++t) {
    sum += std::int64_t{idf_[t]} * std::max(found[t], other[t]);
  }
  return ShareOf(sum);
}

ShareQ10 QuestionWeights::Exact(
    std::span<const Similarity> found) const noexcept {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < idf_.size(); ++t) {
    if (found[t] == kSame) sum += idf_[t];
  }
  return ShareOfHeld(sum);
}

ShareQ10 QuestionWeights::Held(std::uint64_t terms) const noexcept {
  std::int64_t sum = 0;
  for (; terms != 0; terms &= terms - 1) {
    sum += idf_[static_cast<std::size_t>(std::countr_zero(terms))];
  }
  return ShareOfHeld(sum);
}

}  // namespace answerbox::engine
