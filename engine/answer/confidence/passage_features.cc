#include "engine/answer/confidence/passage_features.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25.h"

namespace answerbox::engine {
namespace {

// Log-odds beyond these say no more.
constexpr std::int32_t kMostOdds = 8 * kPassageWhole;

constexpr std::string_view kFeatureNames[] = {
#define X(name, definition) #name,
    ANSWERBOX_PASSAGE_FEATURES(X)
#undef X
};
static_assert(std::size(kFeatureNames) == kPassageFeatures);

// Nothing of nothing is no share: a question of one term has no pairs.
std::int32_t Share(std::int64_t part, std::int64_t all) {
  if (all <= 0) return 0;
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(part * kPassageWhole / all, 0, kPassageWhole));
}

// From Q16 to Q10. A probability of 0 or 1 has no finite log-odds.
std::int32_t OddsOf(std::int32_t probability_q16) {
  const std::int32_t p = std::clamp(probability_q16, 1, Q16::kOne - 1);
  const auto odds = FixedArithmetic::LnRatio(
      static_cast<std::uint64_t>(p), static_cast<std::uint64_t>(Q16::kOne - p));
  return std::clamp(static_cast<std::int32_t>(odds.raw() / 64), -kMostOdds,
                    kMostOdds);
}

// The similarity of the passage's closest word, in Q15. Headings count as part
// of the passage: a section on vaccines need not repeat the word.
std::int32_t ClosestWord(const CandidateEvidence& evidence, std::size_t term) {
  std::int32_t closest = 0;
  for (std::size_t i = 0; i < evidence.sentences().size(); ++i) {
    closest = std::max({closest, std::int32_t{evidence.similarities(i)[term]},
                        std::int32_t{evidence.heading_similarities(i)[term]}});
  }
  return closest;
}

}  // namespace

std::string_view ToString(PassageFeature feature) noexcept {
  return kFeatureNames[static_cast<std::size_t>(feature)];
}

// Weights are those of the whole collection: with weights of the passages
// found, a grade would depend on what else a system finds.
PassageFeatureRow ReadPassageFeatures(const QuestionTerms& terms,
                                      const TermLookup& lookup,
                                      const CandidateEvidence& evidence,
                                      const JudgedSentence& best) noexcept {
  std::int64_t all = 0;
  std::int64_t alike = 0;
  for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
    const std::int64_t weight =
        Bm25Idf<FixedArithmetic>(lookup.chunks(), lookup.chunk_frequency(t))
            .raw();
    all += weight;
    alike += weight * ClosestWord(evidence, t) / kSame;
  }
  PositionMask pairs = 0;
  for (const CandidateSentence& sentence : evidence.sentences()) {
    pairs |= sentence.digest.term_pairs;
  }
  const auto all_pairs = static_cast<std::int64_t>(terms.sequence.size()) - 1;
  PassageFeatureRow row{};
  const auto at = [&row](PassageFeature feature) -> std::int32_t& {
    return row[static_cast<std::size_t>(feature)];
  };
  at(PassageFeature::kConfidence) = OddsOf(best.confidence_q16);
  at(PassageFeature::kRankerScore) =
      std::clamp(best.score_q8 * 4, -kMostOdds, kMostOdds);
  at(PassageFeature::kAlike) = Share(alike, all);
  at(PassageFeature::kPairs) = Share(std::popcount(pairs), all_pairs);
  return row;
}

}  // namespace answerbox::engine
