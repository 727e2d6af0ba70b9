#include "engine/grounding/sentence_pair.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

#include "engine/grounding/alternative_words.h"
#include "engine/grounding/contradiction_kind.h"
#include "engine/grounding/designations.h"
#include "engine/grounding/quantity.h"
#include "engine/grounding/unit_reading.h"

namespace answerbox::engine {
namespace {

// A name or quantity that the context has elsewhere needs more, and so does a
// denial of something that is said in other words.
constexpr Likeness kLeastLikenessOfKnown = 750;
// A person may be meant by another name.
constexpr Likeness kLeastLikenessOfName = 650;
// A word may be denied for many reasons, so a negation needs more as well.
constexpr Likeness kLeastLikenessOfNegation = 720;
// The least share of the answer's sentence that is aligned where something is
// denied in other words.
constexpr Likeness kLeastShareOfDenial = 650;
// Units on each side of a place that its likeness is taken from.
constexpr std::size_t kSurroundings = 5;
// A place has at most so many units between aligned ones.
constexpr std::size_t kMaxGap = 8;

// A half-open range of units.
struct Gap {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] std::size_t size() const { return end - begin; }
};

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
        normalizer_(normalizer) {}

  void Compare() {
    alignment_.Align(answer_, context_, compared_.weights);
    WeighAll();
    SupportAligned();
    for (std::size_t i = 0; i < answer_.size(); ++i) {
      if (alignment_.ToContext(i) != kUnaligned) {
        if (answer_[i].IsContent() ||
            answer_[i].kind == SentenceUnitKind::kNegation) {
          ComparePolarity(i);
        }
        continue;
      }
      const std::size_t begin = i;
      while (i + 1 < answer_.size() &&
             alignment_.ToContext(i + 1) == kUnaligned) {
        ++i;
      }
      CompareGap({begin, i + 1});
    }
  }

 private:
  void WeighAll() {
    std::uint32_t all = 0;
    std::uint32_t aligned = 0;
    for (std::size_t i = 0; i < answer_.size(); ++i) {
      all += WeightAgainst(i);
      if (alignment_.ToContext(i) != kUnaligned)
        aligned += compared_.weights[i];
    }
    aligned_share_ = all == 0 ? 0 : kAlike * aligned / all;
  }

  // What a unit counts for in the whole. Where one dose was replaced, so may be
  // the next: a quantity that the other side lacks tells little.
  [[nodiscard]] std::uint32_t WeightAgainst(std::size_t i) const {
    const std::uint32_t weight = compared_.weights[i];
    const bool is_replaced = answer_[i].kind == SentenceUnitKind::kQuantity &&
                             alignment_.ToContext(i) == kUnaligned;
    return is_replaced ? weight / 3 : weight;
  }

  // How alike the surroundings of answer_[gap] are, and the sentences.
  [[nodiscard]] Likeness LikenessAt(Gap gap) const {
    std::uint32_t all = 0;
    std::uint32_t aligned = 0;
    const auto count = [&](std::size_t i) {
      all += WeightAgainst(i);
      if (alignment_.ToContext(i) != kUnaligned)
        aligned += compared_.weights[i];
    };
    const std::size_t first =
        gap.begin > kSurroundings ? gap.begin - kSurroundings : 0;
    const std::size_t last = std::min(gap.end + kSurroundings, answer_.size());
    for (std::size_t i = first; i < gap.begin; ++i) count(i);
    for (std::size_t i = gap.end; i < last; ++i) count(i);
    const Likeness near = all == 0 ? 0 : kAlike * aligned / all;
    return (6 * near + 4 * aligned_share_) / 10;
  }

  void SupportAligned() {
    for (std::size_t i = 0; i < answer_.size(); ++i) {
      if (alignment_.ToContext(i) == kUnaligned) continue;
      const Likeness likeness = LikenessAt({i, i + 1});
      Support(i, likeness);
      // "after" may be opposed, though it can't be denied.
      if (answer_[i].kind == SentenceUnitKind::kStopWord) {
        SupportPolarity(i, likeness);
      }
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

  // The units of the context in the place of a gap: those between the units
  // that stand for the gap's neighbours. If these do not follow each other, or
  // are far apart, what follows the left one or else precedes the right one.
  [[nodiscard]] std::optional<Gap> CounterpartOf(Gap gap) const {
    const std::ptrdiff_t left =
        gap.begin == 0 ? -1 : alignment_.ToContext(gap.begin - 1);
    const auto size = static_cast<std::ptrdiff_t>(context_.size());
    const std::ptrdiff_t right =
        gap.end == answer_.size() ? size : alignment_.ToContext(gap.end);
    const auto most = static_cast<std::ptrdiff_t>(gap.size() + 4);
    if (left < right && right - left - 1 <= most) {
      return Gap{static_cast<std::size_t>(left + 1),
                 static_cast<std::size_t>(right)};
    }
    // Past an edge of the answer's sentence nothing corresponds.
    const bool has_left = gap.begin > 0;
    const bool has_right = gap.end < answer_.size();
    const auto reach = static_cast<std::ptrdiff_t>(gap.size() + 1);
    if (has_left) {
      Gap found{static_cast<std::size_t>(left + 1),
                static_cast<std::size_t>(left + 1)};
      while (found.end < context_.size() &&
             alignment_.ToAnswer(found.end) == kUnaligned &&
             static_cast<std::ptrdiff_t>(found.size()) < reach) {
        ++found.end;
      }
      if (found.size() > 0) return found;
    }
    if (has_right) {
      Gap found{static_cast<std::size_t>(right),
                static_cast<std::size_t>(right)};
      while (found.begin > 0 &&
             alignment_.ToAnswer(found.begin - 1) == kUnaligned &&
             static_cast<std::ptrdiff_t>(found.size()) < reach) {
        --found.begin;
      }
      if (found.size() > 0) return found;
    }
    return std::nullopt;
  }

  void CompareGap(Gap gap) {
    if (gap.size() > kMaxGap) return;
    const auto counterpart = CounterpartOf(gap);
    if (!counterpart || counterpart->size() > kMaxGap + 4 ||
        HasEdge(*counterpart)) {
      return;
    }
    const Likeness likeness = LikenessAt(gap);
    if (likeness < kLeastLikeness) return;
    CompareQuantities(gap, *counterpart, likeness);
    CompareNames(gap, *counterpart, likeness);
    CompareDosed(gap, *counterpart, likeness);
    CompareAlternatives(gap, *counterpart, likeness);
    if (!CompareOpposites(gap, *counterpart, likeness)) {
      CompareDenials(gap, *counterpart, likeness);
    }
  }

  // What is beyond such a mark does not stand in the place of words before it:
  // another cell of a table, or another speaker.
  [[nodiscard]] bool HasEdge(Gap counterpart) const {
    constexpr std::string_view kEdges = "|;\"?!";
    for (std::size_t c = counterpart.begin; c < counterpart.end; ++c) {
      if (kEdges.find(context_text_[context_[c].range.begin]) !=
              std::string_view::npos &&
          alignment_.ToAnswer(c) == kUnaligned) {
        return true;
      }
    }
    return false;
  }

  static std::size_t Count(std::span<const SentenceUnit> units, Gap gap,
                           bool (*counts)(const SentenceUnit&)) {
    return static_cast<std::size_t>(
        std::ranges::count_if(units.subspan(gap.begin, gap.size()), counts));
  }

  // "may not assist" in the place of "can help".
  void CompareDenials(Gap gap, Gap counterpart, Likeness likeness) {
    if (likeness < kLeastLikenessOfKnown ||
        aligned_share_ < kLeastShareOfDenial || AsksAQuestion()) {
      return;
    }
    const auto is_denial = [](const SentenceUnit& unit) {
      return unit.kind == SentenceUnitKind::kNegation;
    };
    const auto is_word = [](const SentenceUnit& unit) {
      return unit.kind == SentenceUnitKind::kWord && !unit.is_light;
    };
    const std::size_t words = Count(answer_, gap, is_word);
    const std::size_t their_words = Count(context_, counterpart, is_word);
    if (words != 1 || their_words != 1) return;
    if (Count(answer_, gap, is_denial) % 2 ==
        Count(context_, counterpart, is_denial) % 2) {
      return;
    }
    Conflict(compared_.polarities[gap.begin], ContradictionKind::kNegation,
             likeness,
             {answer_[gap.begin].range.begin, answer_[gap.end - 1].range.end},
             {context_[counterpart.begin].range.begin,
              context_[counterpart.end - 1].range.end});
  }

  [[nodiscard]] bool IsFree(std::size_t context_unit,
                            SentenceUnitKind kind) const {
    return context_[context_unit].kind == kind &&
           alignment_.ToAnswer(context_unit) == kUnaligned;
  }

  void CompareQuantities(Gap gap, Gap counterpart, Likeness likeness) {
    for (std::size_t i = gap.begin; i < gap.end; ++i) {
      if (answer_[i].kind != SentenceUnitKind::kQuantity) continue;
      const Quantity& ours = compared_.answer.QuantityOf(answer_[i]);
      std::optional<std::size_t> differs;
      QuantityRelation how = QuantityRelation::kUnrelated;
      bool is_supported = false;
      for (std::size_t c = counterpart.begin; c < counterpart.end; ++c) {
        if (!IsFree(c, SentenceUnitKind::kQuantity)) continue;
        const auto relation = answerbox::engine::Compare(
            ours, compared_.context.QuantityOf(context_[c]));
        if (relation == QuantityRelation::kCompatible) is_supported = true;
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
    if (names == 1 && *theirs == theirs_last &&
        MayBeShort(TextOf(answer_text_, answer_[*first]),
                   TextOf(context_text_, context_[*theirs]))) {
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

  [[nodiscard]] Alternative OurAlternative(std::size_t i) const {
    return AlternativeAt(answer_text_, answer_[i], normalizer_);
  }
  [[nodiscard]] Alternative TheirAlternative(std::size_t c) const {
    return AlternativeAt(context_text_, context_[c], normalizer_);
  }

  // "into the arm" in the place of "into the thigh".
  void CompareAlternatives(Gap gap, Gap counterpart, Likeness likeness) {
    if (likeness < kLeastLikenessOfKnown) return;
    for (std::size_t i = gap.begin; i < gap.end; ++i) {
      const Alternative ours = OurAlternative(i);
      if (!ours.IsKnown() || compared_.IsAsked(answer_[i])) continue;
      std::optional<std::size_t> differs;
      bool is_supported = false;
      for (std::size_t c = counterpart.begin; c < counterpart.end; ++c) {
        if (alignment_.ToAnswer(c) != kUnaligned) continue;
        const Alternative theirs = TheirAlternative(c);
        is_supported = is_supported || AreSame(ours, theirs);
        if (!differs && Exclude(ours, theirs) &&
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

  // "first" is a quantity, "avoid" a negation.
  static bool MayHaveOpposite(const SentenceUnit& unit) {
    return unit.kind != SentenceUnitKind::kMark;
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

  // Whether there are any.
  bool CompareOpposites(Gap gap, Gap counterpart, Likeness likeness) {
    for (std::size_t i = gap.begin; i < gap.end; ++i) {
      if (!MayHaveOpposite(answer_[i])) continue;
      const WordForms ours = FormsOf(answer_text_, answer_[i], normalizer_);
      for (std::size_t c = counterpart.begin; c < counterpart.end; ++c) {
        if (alignment_.ToAnswer(c) != kUnaligned ||
            !MayHaveOpposite(context_[c])) {
          continue;
        }
        const WordForms theirs =
            FormsOf(context_text_, context_[c], normalizer_);
        if (!AreOpposed(ours, theirs) || BoundOthers(i, c)) continue;
        const bool are_both_denied =
            IsDenied(answer_, i) != IsDenied(context_, c);
        if (are_both_denied) {
          SupportPolarity(i, likeness);
        } else if (likeness >= kLeastLikenessOfNegation) {
          Conflict(compared_.polarities[i], ContradictionKind::kNegation,
                   likeness, answer_[i].range, context_[c].range);
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
    const Likeness likeness = LikenessAt({i, i + 1});
    Evidence& evidence = compared_.polarities[i];
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
    if (likeness < kLeastLikenessOfNegation || AsksAQuestion()) return;
    Conflict(evidence, ContradictionKind::kNegation, likeness, answer, context);
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
  Likeness aligned_share_ = 0;
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
  SentencePair(compared, answer, passage_text, passage, sentences, normalizer)
      .Compare();
}

}  // namespace answerbox::engine
