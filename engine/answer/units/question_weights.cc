#include "engine/answer/units/question_weights.h"

#include "engine/numeric/arena_span.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {

QuestionWeights::QuestionWeights(const TermLookup& lookup, Arena& arena)
    : idf_(MakeSpan<std::int32_t>(arena, lookup.term_count())) {
  std::int32_t total = 0;
  for (std::size_t t = 0; t < idf_.size(); ++t) {
    const std::uint64_t holding = 2 * lookup.chunk_frequency(t) + 1;
    idf_[t] = LnRatioQ16(2 * lookup.chunks() + 2, holding) / 256;
    total += idf_[t];
  }
  if (total > 0) total_ = total;
}

ShareQ10 QuestionWeights::Soft(
    std::span<const Similarity> found) const noexcept {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < idf_.size(); ++t) {
    sum += std::int64_t{idf_[t]} * found[t];
  }
  return static_cast<ShareQ10>(sum * kWhole / kSame / total_);
}

ShareQ10 QuestionWeights::Exact(
    std::span<const Similarity> found) const noexcept {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < idf_.size(); ++t) {
    if (found[t] == kSame) sum += idf_[t];
  }
  return static_cast<ShareQ10>(sum * kWhole / total_);
}

ShareQ10 QuestionWeights::Held(std::uint64_t terms) const noexcept {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < idf_.size(); ++t) {
    if ((terms >> t & 1) != 0) sum += idf_[t];
  }
  return static_cast<ShareQ10>(sum * kWhole / total_);
}

}  // namespace answerbox::engine
