#include "engine/grounding/contradictions/sentence_pair.h"

#include <algorithm>

#include "engine/grounding/quantities/quantity.h"
#include "engine/grounding/words/designations.h"

namespace answerbox::engine {

namespace {

// A person may be referred to by another name, so names need more likeness.
constexpr Likeness kLeastLikenessOfName = 650;

bool IsDose(const Quantity& quantity) {
  return quantity.dimension == Dimension::kMass ||
         quantity.dimension == Dimension::kVolume ||
         quantity.dimension == Dimension::kActivity ||
         quantity.dimension == Dimension::kFrequency;
}

bool IsTime(const Quantity& quantity) {
  return quantity.dimension == Dimension::kTime ||
         quantity.dimension == Dimension::kClock ||
         quantity.dimension == Dimension::kDate ||
         quantity.dimension == Dimension::kWeekday;
}

// Returns the kind of contradiction between two quantities that differ.
ContradictionKind KindOf(const Quantity& answer, const Quantity& context,
                         QuantityRelation relation) {
  if (IsTime(answer) && IsTime(context)) return ContradictionKind::kTime;
  if (relation == QuantityRelation::kUnitDiffers &&
      answer.dimension != Dimension::kFrequency) {
    return ContradictionKind::kUnit;
  }
  if (IsDose(answer) || IsDose(context)) return ContradictionKind::kDose;
  return ContradictionKind::kNumber;
}

// What the unaligned quantities of the context's place say about one of the
// answer's.
struct FoundQuantity {
  bool is_compatible = false;
  std::optional<std::size_t> differing;  // The first one.
  QuantityRelation relation = QuantityRelation::kUnrelated;
};

// One compatible quantity is enough, because a table's row has many others.
FoundQuantity FindQuantity(const SentencePair& pair, std::size_t i, Gap theirs,
                           Polarity& polarity) {
  FoundQuantity found;
  const Quantity ours = QuantityAt(pair.compared.answer, i);
  for (std::size_t c = theirs.begin; c < theirs.end; ++c) {
    if (pair.context[c].kind != SentenceUnitKind::kQuantity ||
        !pair.IsFree(c)) {
      continue;
    }
    const auto relation = Compare(ours, QuantityAt(pair.compared.context, c));
    if (relation == QuantityRelation::kCompatible) {
      found.is_compatible = true;
      polarity.KeepBounds(i, c);
    } else if (relation != QuantityRelation::kUnrelated && !found.differing) {
      found.differing = c;
      found.relation = relation;
    }
  }
  return found;
}

// The names in a place, by their units.
struct Names {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t count = 0;
  std::size_t known = 0;  // Names that the context has somewhere.

  void Add(std::size_t unit) {
    if (count++ == 0) first = unit;
    last = unit;
  }
};

// A name from the question is no claim of the answer. Names that the context
// has elsewhere are counted, because they need more likeness to contradict.
Names NamesOfAnswer(const SentencePair& pair, Gap place) {
  Names names;
  for (std::size_t i = place.begin; i < place.end; ++i) {
    const SentenceUnit& unit = pair.answer[i];
    if (!IsNameLike(unit) || pair.compared.IsAsked(unit)) continue;
    names.Add(i);
    if (pair.sentences.Has(unit.hash)) ++names.known;
  }
  return names;
}

Names FreeNamesOfContext(const SentencePair& pair, Gap place) {
  Names names;
  for (std::size_t c = place.begin; c < place.end; ++c) {
    if (IsNameLike(pair.context[c]) && pair.IsFree(c)) names.Add(c);
  }
  return names;
}

// Whether the two may be forms of one name: an acronym, a shorter form, or the
// same letters.
bool MayBeOneName(const SentencePair& pair, const PlacePair& places,
                  const SentenceUnit& ours, const SentenceUnit& theirs) {
  const auto [answer, context, likeness] = places;
  if (ours.is_acronym &&
      IsAcronymOf(pair.answer_text, ours, pair.context_text,
                  pair.context.subspan(context.begin, context.size()))) {
    return true;
  }
  if (theirs.is_acronym &&
      IsAcronymOf(pair.context_text, theirs, pair.answer_text,
                  pair.answer.subspan(answer.begin, answer.size()))) {
    return true;
  }
  return MayBeShort(TextOf(pair.answer_text, ours),
                    TextOf(pair.context_text, theirs)) ||
         AreSameLetters(TextOf(pair.answer_text, pair.answer, answer),
                        TextOf(pair.context_text, pair.context, context));
}

}  // namespace

void CompareQuantities(const SentencePair& pair, const PlacePair& places,
                       Polarity& polarity) {
  for (std::size_t i = places.answer.begin; i < places.answer.end; ++i) {
    const SentenceUnit& unit = pair.answer[i];
    if (unit.kind != SentenceUnitKind::kQuantity) continue;
    const FoundQuantity found = FindQuantity(pair, i, places.context, polarity);
    Evidence& evidence = pair.compared.places[i];
    if (found.is_compatible) {
      evidence.Support(places.likeness);
    } else if (found.differing && (places.likeness >= kLeastLikenessOfKnown ||
                                   !pair.sentences.Has(unit.hash))) {
      const SentenceUnit& theirs = pair.context[*found.differing];
      const auto kind =
          KindOf(pair.compared.answer.QuantityOf(unit),
                 pair.compared.context.QuantityOf(theirs), found.relation);
      evidence.Conflict(
          pair.FindingOf(kind, places.likeness, unit.range, theirs.range));
    }
  }
}

// All names of a place together are one claim: "Dr Jane Smith" is one name in
// three words.
void CompareNames(const SentencePair& pair, const PlacePair& places) {
  const Names ours = NamesOfAnswer(pair, places.answer);
  if (ours.count == 0) return;
  const Names theirs = FreeNamesOfContext(pair, places.context);
  if (theirs.count == 0 || MayBeOneName(pair, places, pair.answer[ours.first],
                                        pair.context[theirs.first])) {
    return;
  }
  const bool are_known = ours.known == ours.count;
  if (places.likeness <
      (are_known ? kLeastLikenessOfKnown : kLeastLikenessOfName)) {
    return;
  }
  pair.compared.places[ours.first].Conflict(pair.FindingOf(
      ContradictionKind::kName, places.likeness,
      {pair.answer[ours.first].range.begin, pair.answer[ours.last].range.end},
      {pair.context[theirs.first].range.begin,
       pair.context[theirs.last].range.end}));
}

// Some names of medicines are in no list, but their doses show that they are
// medicines.
void CompareDosed(const SentencePair& pair, const PlacePair& places) {
  if (places.likeness < kLeastLikenessOfKnown) return;
  for (std::size_t i = places.answer.begin; i < places.answer.end; ++i) {
    if (pair.compared.IsAsked(pair.answer[i]) ||
        !IsDosed(pair.compared.answer, pair.answer_text, i, pair.normalizer)) {
      continue;
    }
    for (std::size_t c = places.context.begin; c < places.context.end; ++c) {
      if (!pair.IsFree(c) || !IsDosed(pair.compared.context, pair.context_text,
                                      c, pair.normalizer)) {
        continue;
      }
      pair.compared.places[i].Conflict(
          pair.FindingOf(ContradictionKind::kName, places.likeness,
                         pair.answer[i].range, pair.context[c].range));
    }
  }
}

void CompareAlternatives(const SentencePair& pair, const PlacePair& places) {
  if (places.likeness < kLeastLikenessOfKnown) return;
  const auto theirs_at = [&](std::size_t c) {
    return AlternativeAt(pair.context_text, pair.context[c], pair.normalizer);
  };
  for (std::size_t i = places.answer.begin; i < places.answer.end; ++i) {
    const Alternative ours =
        AlternativeAt(pair.answer_text, pair.answer[i], pair.normalizer);
    if (!ours.IsKnown() || pair.compared.IsAsked(pair.answer[i])) continue;
    Evidence& evidence = pair.compared.places[i];
    // If the sentence contains the word anywhere, the answer may mean that.
    bool is_there = false;
    for (std::size_t c = 0; c < pair.context.size() && !is_there; ++c) {
      is_there = AreSame(ours, theirs_at(c));
    }
    if (is_there) {
      evidence.Support(places.likeness);
      continue;
    }
    for (std::size_t c = places.context.begin; c < places.context.end; ++c) {
      if (!pair.IsFree(c) || !Exclude(ours, theirs_at(c)) ||
          IsDenied(pair.answer, i) != IsDenied(pair.context, c)) {
        continue;
      }
      evidence.Conflict(pair.FindingOf(ContradictionKind::kName,
                                       places.likeness, pair.answer[i].range,
                                       pair.context[c].range));
      break;
    }
  }
}

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
