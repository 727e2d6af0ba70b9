#include "engine/grounding/contradictions/sentence_pair.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

#include "engine/grounding/contradictions/contradiction_kind.h"
#include "engine/grounding/contradictions/flips.h"
#include "engine/grounding/contradictions/unit_reading.h"
#include "engine/grounding/quantities/quantity.h"
#include "engine/grounding/words/alternative_words.h"
#include "engine/grounding/words/designations.h"
#include "engine/grounding/words/opposite_words.h"

namespace answerbox::engine {
namespace {

// A name or quantity that the context has elsewhere needs more, and so does a
// denial of something that is said in other words.
constexpr Likeness kLeastLikenessOfKnown = 750;
// A person may be meant by another name.
constexpr Likeness kLeastLikenessOfName = 650;
// The least share of the answer's sentence that is aligned where something is
// denied in other words.
constexpr Likeness kLeastShareOfDenial = 650;
// A place has at most so many units between aligned ones.
constexpr std::size_t kMaxGap = 8;

// Compares one sentence of the answer with one of the context.
class SentencePair {
 public:
  SentencePair(ComparedSentences& compared, std::string_view answer_text,
               std::string_view context_text, std::uint32_t passage,
               const ContextSentences& sentences, TermNormalizer& normalizer)
      : compared_(compared),
        answer_(compared.answer.units()),
        context_(compared.context.units()),
        alignment_(compared.alignment),
        answer_text_(answer_text),
        context_text_(context_text),
        passage_(passage),
        sentences_(sentences),
        normalizer_(normalizer),
        aligned_(answer_, context_, context_text_, alignment_,
                 compared.weights) {}

  void Compare() {
    SupportAligned();
    for (std::size_t i = 0; i < answer_.size(); ++i) {
      if (alignment_.ToContext(i) != kUnaligned) {
        if (MayBeDenied(i)) ComparePolarity(i);
        continue;
      }
      const std::size_t begin = i;
      while (i + 1 < answer_.size() &&
             alignment_.ToContext(i + 1) == kUnaligned) {
        ++i;
      }
      CompareGap({begin, i + 1});
    }
    const bool has_only = HasWord(answer_text_, answer_, "only", normalizer_);
    const bool has_their_only =
        HasWord(context_text_, context_, "only", normalizer_);
    if (has_only == has_their_only) {
      CompareLeftovers();
    } else {  // "only one person", "not two people"
      void_.all =
          has_their_only && HasException(answer_text_, answer_, normalizer_);
      their_void_.all =
          has_only && HasException(context_text_, context_, normalizer_);
    }
    flips_.Take(void_, their_void_, compared_.polarities);
  }

 private:
  void SupportAligned() {
    for (std::size_t i = 0; i < answer_.size(); ++i) {
      if (alignment_.ToContext(i) == kUnaligned) continue;
      const Likeness likeness = aligned_.LikenessAt({i, i + 1});
      Support(i, likeness);
      // Nothing denies "after", but "before" is its opposite.
      if (!MayBeDenied(i)) SupportPolarity(i, likeness);
    }
  }

  void SupportPolarity(std::size_t i, Likeness likeness) {
    Likeness& support = compared_.polarities[i].support;
    support = std::max(support, likeness);
  }

  void Support(std::size_t i, Likeness likeness) {
    Likeness& support = compared_.places[i].support;
    support = std::max(support, likeness);
  }

  void Conflict(Evidence& evidence, ContradictionKind kind, Likeness likeness,
                ByteRange answer, ByteRange context) {
    if (likeness <= evidence.conflict.likeness) return;
    evidence.conflict = {likeness, kind, answer, {passage_, context}};
  }

  [[nodiscard]] Finding NegationFinding(Likeness likeness, ByteRange answer,
                                        ByteRange context) const {
    return {
        likeness, ContradictionKind::kNegation, answer, {passage_, context}};
  }

  // Whether a negation before the unit may deny it. That of "no more than"
  // denies the word after it, of any kind.
  [[nodiscard]] bool MayBeDenied(std::size_t i) const {
    const auto c = static_cast<std::size_t>(alignment_.ToContext(i));
    return answer_[i].IsContent() ||
           answer_[i].kind == SentenceUnitKind::kNegation ||
           (i > 0 && answer_[i - 1].is_narrow) ||
           (c > 0 && context_[c - 1].is_narrow);
  }

  void CompareGap(Gap gap) {
    if (gap.size() > kMaxGap) return;
    const auto counterpart = aligned_.CounterpartOf(gap);
    if (!counterpart || counterpart->size() > kMaxGap + 4) return;
    const Likeness likeness = aligned_.LikenessAt(gap);
    if (likeness < kLeastLikeness) return;
    CompareQuantities(gap, *counterpart, likeness);
    CompareNames(gap, *counterpart, likeness);
    CompareDosed(gap, *counterpart, likeness);
    CompareAlternatives(gap, *counterpart, likeness);
    if (!CompareOpposites(gap, *counterpart, likeness)) {
      CompareDenials(gap, *counterpart, likeness);
    }
  }

  // "The antidote is naloxone", "Flumazenil is the antidote": where each
  // sentence has one name, or one quantity, that the other lacks.
  void CompareLeftovers() {
    const auto is_name = [](const SentenceUnit& unit) {
      return IsNameLike(unit);
    };
    const auto is_quantity = [](const SentenceUnit& unit) {
      return unit.kind == SentenceUnitKind::kQuantity;
    };
    if (const auto pair = aligned_.LeftoverPair(is_name)) {
      CompareNames(pair->answer, pair->context, pair->likeness);
    }
    if (const auto pair = aligned_.LeftoverPair(is_quantity)) {
      CompareQuantities(pair->answer, pair->context, pair->likeness);
    }
  }

  static std::size_t Count(std::span<const SentenceUnit> units, Gap gap,
                           bool (*counts)(const SentenceUnit&)) {
    return static_cast<std::size_t>(
        std::ranges::count_if(units.subspan(gap.begin, gap.size()), counts));
  }

  // "may not assist" in the place of "can help".
  void CompareDenials(Gap gap, Gap counterpart, Likeness likeness) {
    if (likeness < kLeastLikenessOfKnown ||
        aligned_.share() < kLeastShareOfDenial || AsksAQuestion()) {
      return;
    }
    const auto is_denial = [](const SentenceUnit& unit) {
      return unit.kind == SentenceUnitKind::kNegation && !unit.is_narrow;
    };
    const auto is_word = [](const SentenceUnit& unit) {
      return unit.kind == SentenceUnitKind::kWord && !unit.is_light;
    };
    const std::size_t words = Count(answer_, gap, is_word);
    const std::size_t their_words = Count(context_, counterpart, is_word);
    if (words != 1 || their_words != 1) return;
    // To stop something is not to do it.
    const auto count_denials = [&](std::string_view text,
                                   std::span<const SentenceUnit> units,
                                   Gap part) {
      std::size_t stops = 0;
      for (const SentenceUnit& unit : units.subspan(part.begin, part.size())) {
        if (IsStopping(text, unit, normalizer_)) ++stops;
      }
      return Count(units, part, is_denial) + stops;
    };
    const bool is_ours = count_denials(answer_text_, answer_, gap) % 2 == 1;
    const bool is_theirs =
        count_denials(context_text_, context_, counterpart) % 2 == 1;
    if (is_ours == is_theirs) return;
    flips_.Add({gap.begin, false, is_ours,
                NegationFinding(likeness,
                                {answer_[gap.begin].range.begin,
                                 answer_[gap.end - 1].range.end},
                                {context_[counterpart.begin].range.begin,
                                 context_[counterpart.end - 1].range.end})});
  }

  [[nodiscard]] bool IsFree(std::size_t context_unit,
                            SentenceUnitKind kind) const {
    return context_[context_unit].kind == kind &&
           alignment_.ToAnswer(context_unit) == kUnaligned;
  }

  void CompareQuantities(Gap gap, Gap counterpart, Likeness likeness) {
    for (std::size_t i = gap.begin; i < gap.end; ++i) {
      if (answer_[i].kind != SentenceUnitKind::kQuantity) continue;
      const Quantity ours = QuantityAt(compared_.answer, i);
      std::optional<std::size_t> differs;
      QuantityRelation how = QuantityRelation::kUnrelated;
      bool is_supported = false;
      for (std::size_t c = counterpart.begin; c < counterpart.end; ++c) {
        if (!IsFree(c, SentenceUnitKind::kQuantity)) continue;
        const auto relation =
            answerbox::engine::Compare(ours, QuantityAt(compared_.context, c));
        if (relation == QuantityRelation::kCompatible) {
          is_supported = true;
          if (const auto denial = NegationOfBound(compared_.answer, i)) {
            void_.bound = answer_[*denial].range.begin;
          }
          if (const auto denial = NegationOfBound(compared_.context, c)) {
            their_void_.bound = context_[*denial].range.begin;
          }
        }
        if (relation == QuantityRelation::kUnitDiffers ||
            relation == QuantityRelation::kValueDiffers) {
          if (!differs) {
            differs = c;
            how = relation;
          }
        }
      }
      if (is_supported) {
        Support(i, likeness);
      } else if (differs && (likeness >= kLeastLikenessOfKnown ||
                             !sentences_.Has(answer_[i].hash))) {
        const Quantity& theirs =
            compared_.context.QuantityOf(context_[*differs]);
        Conflict(compared_.places[i], KindOf(ours, theirs, how), likeness,
                 answer_[i].range, context_[*differs].range);
      }
    }
  }

  void CompareNames(Gap gap, Gap counterpart, Likeness likeness) {
    std::optional<std::size_t> first;
    std::size_t last = 0;
    std::size_t known = 0;
    std::size_t names = 0;
    for (std::size_t i = gap.begin; i < gap.end; ++i) {
      if (!IsNameLike(answer_[i]) || compared_.IsAsked(answer_[i])) continue;
      if (!first) first = i;
      last = i;
      ++names;
      if (sentences_.Has(answer_[i].hash)) ++known;
    }
    if (!first) return;
    std::optional<std::size_t> theirs;
    std::size_t theirs_last = 0;
    for (std::size_t c = counterpart.begin; c < counterpart.end; ++c) {
      if (!IsNameLike(context_[c]) || alignment_.ToAnswer(c) != kUnaligned) {
        continue;
      }
      if (!theirs) theirs = c;
      theirs_last = c;
    }
    if (!theirs) return;
    const auto context_units =
        context_.subspan(counterpart.begin, counterpart.size());
    if (answer_[*first].is_acronym &&
        IsAcronymOf(answer_text_, answer_[*first], context_text_,
                    context_units)) {
      return;
    }
    if (context_[*theirs].is_acronym &&
        IsAcronymOf(context_text_, context_[*theirs], answer_text_,
                    answer_.subspan(gap.begin, gap.size()))) {
      return;
    }
    if (MayBeShort(TextOf(answer_text_, answer_[*first]),
                   TextOf(context_text_, context_[*theirs])) ||
        AreSameLetters(TextOf(answer_text_, answer_, gap),
                       TextOf(context_text_, context_, counterpart))) {
      return;
    }
    if (likeness < kLeastLikenessOfName) return;
    if (known == names && likeness < kLeastLikenessOfKnown) return;
    const ByteRange ours{answer_[*first].range.begin, answer_[last].range.end};
    const ByteRange other{context_[*theirs].range.begin,
                          context_[theirs_last].range.end};
    Conflict(compared_.places[*first], ContradictionKind::kName, likeness, ours,
             other);
  }

  // Names of medicines that nobody knows as such.
  void CompareDosed(Gap gap, Gap counterpart, Likeness likeness) {
    if (likeness < kLeastLikenessOfKnown) return;
    for (std::size_t i = gap.begin; i < gap.end; ++i) {
      if (compared_.IsAsked(answer_[i]) ||
          !IsDosed(compared_.answer, answer_text_, i, normalizer_)) {
        continue;
      }
      for (std::size_t c = counterpart.begin; c < counterpart.end; ++c) {
        if (alignment_.ToAnswer(c) != kUnaligned ||
            !IsDosed(compared_.context, context_text_, c, normalizer_)) {
          continue;
        }
        Conflict(compared_.places[i], ContradictionKind::kName, likeness,
                 answer_[i].range, context_[c].range);
      }
    }
  }

  // "into the arm" in the place of "into the thigh".
  void CompareAlternatives(Gap gap, Gap counterpart, Likeness likeness) {
    if (likeness < kLeastLikenessOfKnown) return;
    const auto theirs_at = [&](std::size_t c) {
      return AlternativeAt(context_text_, context_[c], normalizer_);
    };
    for (std::size_t i = gap.begin; i < gap.end; ++i) {
      const Alternative ours =
          AlternativeAt(answer_text_, answer_[i], normalizer_);
      if (!ours.IsKnown() || compared_.IsAsked(answer_[i])) continue;
      std::optional<std::size_t> differs;
      bool is_supported = false;
      for (std::size_t c = 0; c < context_.size() && !is_supported; ++c) {
        is_supported = AreSame(ours, theirs_at(c));
      }
      for (std::size_t c = counterpart.begin; c < counterpart.end; ++c) {
        if (alignment_.ToAnswer(c) != kUnaligned) continue;
        if (!differs && Exclude(ours, theirs_at(c)) &&
            IsDenied(answer_, i) == IsDenied(context_, c)) {
          differs = c;
        }
      }
      if (is_supported) {
        Support(i, likeness);
      } else if (differs) {
        Conflict(compared_.places[i], ContradictionKind::kName, likeness,
                 answer_[i].range, context_[*differs].range);
      }
    }
  }

  // "under 16" and "over 3 months" bound two different things.
  [[nodiscard]] bool BoundOthers(std::size_t i, std::size_t c) const {
    const bool are_bounds =
        i + 1 < answer_.size() && c + 1 < context_.size() &&
        answer_[i + 1].kind == SentenceUnitKind::kQuantity &&
        context_[c + 1].kind == SentenceUnitKind::kQuantity;
    return are_bounds &&
           alignment_.ToContext(i + 1) != static_cast<std::int16_t>(c + 1);
  }

  // Whether the two words are opposites in their places.
  [[nodiscard]] bool AreOpposedAt(std::size_t i, const WordForms& ours,
                                  std::size_t c,
                                  const WordForms& theirs) const {
    if (IsHyphenated(answer_text_, answer_[i]) &&
        IsHyphenated(context_text_, context_[c]) &&
        ArePrefixPair(ours.folded.view(), theirs.folded.view())) {
      return true;
    }
    if (AreSwitched(ours.folded.view(), theirs.folded.view())) {
      return IsSwitched(answer_text_, answer_, i, normalizer_) &&
             !StandsInBoth(i, c);
    }
    if (!AreOpposed(ours, theirs)) return false;
    // "all are tested, some are replaced"
    const bool is_common = !answer_[i].IsContent() ||
                           answer_[i].kind == SentenceUnitKind::kQuantity ||
                           context_[c].kind == SentenceUnitKind::kQuantity;
    return !is_common || !StandsInBoth(i, c);
  }

  // "A is larger than B" and "B is smaller than A".
  [[nodiscard]] bool CompareTurned(std::size_t i, const WordForms& ours,
                                   std::size_t c) const {
    const std::string_view word = ours.folded.view();
    if (word != "more" && word != "less" && !word.ends_with("er")) return false;
    bool is_before = false;
    bool is_after = false;
    for (std::size_t other = 0; other < answer_.size(); ++other) {
      if (alignment_.ToContext(other) == kUnaligned ||
          !answer_[other].IsContent()) {
        continue;
      }
      const auto theirs = static_cast<std::size_t>(alignment_.ToContext(other));
      is_before = is_before || (other < i && theirs > c);
      is_after = is_after || (other > i && theirs < c);
    }
    return is_before && is_after;
  }

  // Whether one of the two stands in the other's sentence as well.
  [[nodiscard]] bool StandsInBoth(std::size_t i, std::size_t c) const {
    const auto has = [](std::span<const SentenceUnit> units,
                        std::uint32_t hash) {
      return std::ranges::any_of(
          units, [&](const SentenceUnit& unit) { return unit.hash == hash; });
    };
    return has(context_, answer_[i].hash) || has(answer_, context_[c].hash);
  }

  // Whether there are any, of whatever kind: "first" is a quantity, "avoid" a
  // negation.
  bool CompareOpposites(Gap gap, Gap counterpart, Likeness likeness) {
    for (std::size_t i = gap.begin; i < gap.end; ++i) {
      if (answer_[i].kind == SentenceUnitKind::kMark) continue;
      const WordForms ours = FormsOf(answer_text_, answer_[i], normalizer_);
      for (std::size_t c = counterpart.begin; c < counterpart.end; ++c) {
        if (alignment_.ToAnswer(c) != kUnaligned ||
            context_[c].kind == SentenceUnitKind::kMark) {
          continue;
        }
        const WordForms theirs =
            FormsOf(context_text_, context_[c], normalizer_);
        if (!AreOpposedAt(i, ours, c, theirs) || BoundOthers(i, c) ||
            CompareTurned(i, ours, c)) {
          continue;
        }
        const bool are_both_denied =
            IsDenied(answer_, i) != IsDenied(context_, c);
        if (are_both_denied) {
          SupportPolarity(i, likeness);
        } else {
          // "always" and "never"
          const bool is_ours = answer_[i].kind == SentenceUnitKind::kNegation;
          const bool is_denial =
              is_ours || context_[c].kind == SentenceUnitKind::kNegation;
          flips_.Add(
              {i, !is_denial, is_ours,
               NegationFinding(likeness, answer_[i].range, context_[c].range)});
        }
        return true;
      }
    }
    return false;
  }

  // "Didn't they arrive?" denies nothing.
  [[nodiscard]] bool AsksAQuestion() const {
    return std::ranges::any_of(context_, [&](const SentenceUnit& unit) {
      return context_text_[unit.range.begin] == '?';
    });
  }

  // Whether answer_[i] is denied on one side alone.
  void ComparePolarity(std::size_t i) {
    const auto c = static_cast<std::size_t>(alignment_.ToContext(i));
    const auto ours = NegationOf(answer_, i);
    const auto theirs = NegationOf(context_, c);
    const Likeness likeness = aligned_.LikenessAt({i, i + 1});
    const bool is_denied = IsDenied(answer_, i);
    if (is_denied == IsDenied(context_, c) ||
        (is_denied ? IsUseDenied(context_text_, context_, c, normalizer_)
                   : IsUseDenied(answer_text_, answer_, i, normalizer_))) {
      SupportPolarity(i, likeness);
      return;
    }
    const ByteRange answer{
        ours ? answer_[*ours].range.begin : PhraseBegin(answer_, i),
        answer_[i].range.end};
    const ByteRange context{
        theirs ? context_[*theirs].range.begin : PhraseBegin(context_, c),
        context_[c].range.end};
    if (likeness < kLeastLikeness || AsksAQuestion()) return;
    flips_.Add(
        {i, false, is_denied, NegationFinding(likeness, answer, context)});
  }

  ComparedSentences& compared_;
  std::span<const SentenceUnit> answer_;
  std::span<const SentenceUnit> context_;
  SentenceAlignment& alignment_;
  std::string_view answer_text_;
  std::string_view context_text_;
  std::uint32_t passage_;
  const ContextSentences& sentences_;
  TermNormalizer& normalizer_;
  AlignedSentences aligned_;
  Flips flips_;
  VoidDenials void_;
  VoidDenials their_void_;
};

}  // namespace

bool ComparedSentences::IsAsked(const SentenceUnit& unit) const noexcept {
  return std::ranges::any_of(question.units(), [&](const SentenceUnit& asked) {
    return asked.hash == unit.hash;
  });
}

void Compare(ComparedSentences& compared, std::string_view answer,
             std::string_view passage_text, std::uint32_t passage,
             const ContextSentences& sentences, TermNormalizer& normalizer) {
  compared.alignment.Align(compared.answer.units(), compared.context.units(),
                           compared.weights);
  SentencePair(compared, answer, passage_text, passage, sentences, normalizer)
      .Compare();
}

}  // namespace answerbox::engine
