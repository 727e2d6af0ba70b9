#include "engine/grounding/contradictions/sentence_pair.h"

#include <algorithm>
#include <cstddef>

#include "engine/grounding/contradictions/pair_comparison.h"
#include "engine/grounding/contradictions/unit_reading.h"

namespace answerbox::engine {
namespace {

// The most units of a place between aligned units. Its counterpart may have
// some more, because one text may be wordier.
constexpr std::size_t kMaxGap = 8;
constexpr std::size_t kMaxCounterpart = kMaxGap + 4;

// An aligned unit says the same on both sides.
void SupportAligned(const SentencePair& pair, Polarity& polarity) {
  for (std::size_t i = 0; i < pair.answer.size(); ++i) {
    if (pair.compared.alignment.ToContext(i) == kUnaligned) continue;
    const Likeness likeness = pair.aligned.LikenessAt({i, i + 1});
    pair.compared.places[i].Support(likeness);
    // Nothing denies "after", but "before" is its opposite.
    if (!polarity.MayBeDenied(i)) polarity.Support(i, likeness);
  }
}

void CompareGap(const SentencePair& pair, Gap gap, Polarity& polarity) {
  if (gap.size() > kMaxGap) return;
  const auto counterpart = pair.aligned.CounterpartOf(gap);
  if (!counterpart || counterpart->size() > kMaxCounterpart) return;
  const PlacePair places{gap, *counterpart, pair.aligned.LikenessAt(gap)};
  if (places.likeness < kLeastLikeness) return;
  CompareQuantities(pair, places, polarity);
  CompareNames(pair, places);
  CompareDosed(pair, places);
  CompareAlternatives(pair, places);
  polarity.CompareWords(places);
}

// Compares "The antidote is naloxone" with "Flumazenil is the antidote": each
// sentence has one name, or one quantity, that the other lacks, wherever it
// stands.
void CompareLeftovers(const SentencePair& pair, Polarity& polarity) {
  const auto is_name = [](const SentenceUnit& unit) {
    return IsNameLike(unit);
  };
  const auto is_quantity = [](const SentenceUnit& unit) {
    return unit.kind == SentenceUnitKind::kQuantity;
  };
  if (const auto places = pair.aligned.LeftoverPair(is_name)) {
    CompareNames(pair, *places);
  }
  if (const auto places = pair.aligned.LeftoverPair(is_quantity)) {
    CompareQuantities(pair, *places, polarity);
  }
}

}  // namespace

bool ComparedSentences::IsAsked(const SentenceUnit& unit) const noexcept {
  return std::ranges::any_of(question.units(), [&](const SentenceUnit& asked) {
    return asked.hash == unit.hash;
  });
}

void CompareSentences(ComparedSentences& compared, std::string_view answer,
                      std::string_view passage_text, std::uint32_t passage,
                      const ContextSentences& sentences,
                      TermNormalizer& normalizer) {
  SentenceAlignment& alignment = compared.alignment;
  alignment.Align(compared.answer.units(), compared.context.units(),
                  compared.weights);
  const SentencePair pair{.compared = compared,
                          .answer_text = answer,
                          .context_text = passage_text,
                          .passage = passage,
                          .sentences = sentences,
                          .normalizer = normalizer};
  Polarity polarity(pair);
  SupportAligned(pair, polarity);
  const std::size_t size = pair.answer.size();
  for (std::size_t i = 0; i < size; ++i) {
    if (alignment.ToContext(i) != kUnaligned) {
      if (polarity.MayBeDenied(i)) polarity.CompareAligned(i);
      continue;
    }
    const std::size_t begin = i;
    while (i + 1 < size && alignment.ToContext(i + 1) == kUnaligned) ++i;
    CompareGap(pair, {begin, i + 1}, polarity);
  }
  const bool has_only = HasWord(answer, pair.answer, "only", normalizer);
  const bool has_their_only =
      HasWord(passage_text, pair.context, "only", normalizer);
  if (has_only == has_their_only) {
    CompareLeftovers(pair, polarity);
  } else {  // "only one person", "not two people"
    polarity.VoidByOnly(has_only);
  }
  polarity.Settle();
}

}  // namespace answerbox::engine
