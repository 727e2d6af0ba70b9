#include "engine/answer/units/unit_ranking.h"

#include <algorithm>

#include "engine/answer/evidence/log_odds.h"
#include "engine/answer/model/row_batch.h"
#include "engine/answer/units/leaf_probabilities.h"
#include "engine/answer/units/unit_weights.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

bool ShareLeaf(const UnitSpan& a, const UnitSpan& b) {
  return a.begin < b.end && b.begin < a.end;
}

// Units are scored in batches, as many as fit the lanes of a vector. Only units
// around promising leaves are looked at, of hundreds of others.
class UnitRanking final : public UnitVisitor {
 public:
  UnitRanking(const LeafInputs& inputs, const UnitWish& wish,
              UnitObserver* observer, Arena& arena)
      : in_(inputs),
        wish_(wish),
        observer_(observer),
        rows_(LeafRows(inputs, arena)),
        probabilities_(inputs.leaves, rows_, LogDocuments(inputs.documents),
                       arena),
        features_(inputs, rows_, probabilities_, LogDocuments(inputs.documents),
                  arena),
        trees_(ShippedUnitTrees()),
        best_(MakeSpan<RankedUnit>(arena, wish.count)) {
    if (observer_ != nullptr) {
      observer_->OnLeaves(in_.evidence, in_.leaves, rows_);
    }
  }

  // Each pass finds the best unit that overlaps none found before. Units of one
  // stretch overlap by the hundred, so each answer needs a pass of its own.
  std::span<const RankedUnit> Rank() {
    if (probabilities_.empty()) return {};
    while (count_ < best_.size()) {
      found_ = false;
      for (const Stretch& stretch : in_.leaves.stretches) {
        if (!probabilities_.HoldPromising(stretch.begin, stretch.end)) continue;
        stretch_ = &stretch;
        VisitUnits(in_.leaves, stretch, static_cast<std::uint32_t>(wish_.words),
                   *this);
      }
      KeepBest();
      observer_ = nullptr;  // It has seen all units.
      if (!found_) break;
      RankedUnit& unit = best_[count_];
      unit.leaf = probabilities_.BestOf(unit.span.begin, unit.span.end);
      ++count_;
    }
    return best_.first(count_);
  }

  // Observers see units of all forms, also those that are not wished for.
  void OnUnit(const UnitSpan& unit) override {
    if (!probabilities_.HoldPromising(unit.begin, unit.end)) return;
    if (!IsWished(unit) && observer_ == nullptr) return;
    for (std::size_t i = 0; i < count_; ++i) {
      if (ShareLeaf(best_[i].span, unit)) return;
    }
    const UnitRow row = features_.RowOf(unit, *stretch_);
    if (observer_ != nullptr) observer_->OnUnit(unit, row);
    if (!IsWished(unit)) return;
    batch_.Add({unit, PriceOf(unit)}, row);
    if (batch_.full()) KeepBest();
  }

 private:
  struct PricedUnit {
    UnitSpan span;
    std::int32_t price = 0;  // In 1/65536 of probability.
  };

  // Scores the units of the batch. Of units of equal worth the first is kept.
  void KeepBest() {
    batch_.Score(trees_.choosing, [this](const PricedUnit& unit,
                                         const UnitRow& row, LogOdds score) {
      const std::int32_t worth = ProbabilityOf(score).raw() - unit.price;
      if (found_ && worth <= best_[count_].worth) return;
      best_[count_] = {unit.span, 0, worth, row};
      found_ = true;
    });
  }

  // Signed, because words less wish may be negative.
  static constexpr std::int64_t kDefaultWords = 60;

  bool IsWished(const UnitSpan& unit) const {
    return !wish_.form ||
           FormOf(unit.kind, stretch_->begins_section &&
                                 unit.begin == stretch_->begin) == *wish_.form;
  }

  // The longer the answers that are wished for, the cheaper a word: half the
  // price for twice the words.
  std::int32_t PriceOf(const UnitSpan& unit) const {
    const auto wish = static_cast<std::int64_t>(wish_.words);
    const bool is_list = unit.kind == UnitKind::kList;
    const std::int64_t words = unit.words;
    const std::int64_t past = std::max<std::int64_t>(
        0, words - (IsAskedSection(*stretch_) && !is_list ? 2 * wish : wish));
    const std::int64_t price =
        kWordPrices.each * words +
        (is_list ? kWordPrices.past_wish_in_list : kWordPrices.past_wish) *
            past;
    return static_cast<std::int32_t>(price * kDefaultWords / (100 * wish));
  }

  const LeafInputs& in_;
  const UnitWish& wish_;
  UnitObserver* observer_;
  std::span<const LeafRow> rows_;
  LeafProbabilities probabilities_;
  UnitFeatures features_;
  const UnitTrees& trees_;
  RowBatch<PricedUnit, kUnitFeatures> batch_;
  std::span<RankedUnit> best_;
  std::size_t count_ = 0;
  const Stretch* stretch_ = nullptr;
  bool found_ = false;
};

}  // namespace

std::span<const RankedUnit> RankUnits(const LeafInputs& inputs,
                                      const UnitWish& wish,
                                      UnitObserver* observer, Arena& arena) {
  return UnitRanking(inputs, wish, observer, arena).Rank();
}

}  // namespace answerbox::engine
