#include "engine/answer/units/unit_ranking.h"

#include <algorithm>
#include <cassert>

#include "engine/answer/units/leaf_probabilities.h"
#include "engine/answer/units/unit_weights.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {
namespace {

bool ShareLeaf(const UnitSpan& a, const UnitSpan& b) {
  return a.begin < b.end && b.begin < a.end;
}

// Signed, because words less wish may be negative.
constexpr std::int64_t kDefaultWords = 60;

// The longer the answers that are wished for, the cheaper a word: half the
// price for twice the words. In 1/65536 of probability.
std::int32_t PriceOf(const UnitSpan& unit, const Stretch& stretch,
                     std::int64_t wish) {
  const bool is_list = unit.kind == UnitKind::kList;
  const std::int64_t words = unit.words;
  const std::int64_t past = std::max<std::int64_t>(
      0, words - (IsAskedSection(stretch) && !is_list ? 2 * wish : wish));
  const std::int64_t price =
      kWordPrices.each * words +
      (is_list ? kWordPrices.past_wish_in_list : kWordPrices.past_wish) * past;
  return static_cast<std::int32_t>(price * kDefaultWords / (100 * wish));
}

// Bounds the arena that a question takes: leaves that are equally probable are
// all promising. Of more units the first ones, in the order of the candidates,
// are looked at.
constexpr std::size_t kMostUnits = 1024;

struct Candidate {
  UnitSpan span;
  std::int32_t price = 0;
  bool is_wished = false;  // Whether it has the form that is wished for.
};

// Lists the units around promising leaves, of hundreds of others, with their
// features. Rows are filled when it is known how many there are, as some
// features compare all.
class UnitListing final : public UnitVisitor {
 public:
  UnitListing(const LeafInputs& inputs, const UnitWish& wish,
              const LeafProbabilities& probabilities, UnitFeatures& features,
              Arena& arena)
      : in_(inputs), wish_(wish), probabilities_(probabilities) {
    units_ = MakeBuffer<Candidate>(arena, kMostUnits);
    const std::size_t used = arena.used();
    for (const Stretch& stretch : in_.leaves.stretches) {
      if (!probabilities_.HoldPromising(stretch.begin, stretch.end)) continue;
      stretch_ = &stretch;
      VisitUnits(in_.leaves, stretch, static_cast<std::uint32_t>(wish_.words),
                 *this);
    }
    // Gives back the room that no unit took. It is the last that was handed
    // out: visiting units takes none.
    assert(arena.used() == used);
    arena.Rewind(used - (units_.size() - count_) * sizeof(Candidate));
    units_ = units_.first(count_);
    rows_ = MakeBuffer<UnitRow>(arena, count_);
    for (std::size_t i = 0; i < count_; ++i) {
      const Leaf& first = in_.leaves.leaves[units_[i].span.begin];
      rows_[i] =
          features.RowOf(units_[i].span, in_.leaves.stretches[first.stretch]);
    }
    FillCompared(rows_);
  }

  std::span<const Candidate> units() const { return units_; }
  std::span<const UnitRow> rows() const { return rows_; }

  void OnUnit(const UnitSpan& unit) override {
    if (count_ == units_.size() ||
        !probabilities_.HoldPromising(unit.begin, unit.end)) {
      return;
    }
    const bool opens =
        stretch_->begins_section && unit.begin == stretch_->begin;
    const bool is_wished =
        !wish_.form || FormOf(unit.kind, opens) == *wish_.form;
    const auto words = static_cast<std::int64_t>(wish_.words);
    units_[count_++] = {unit, PriceOf(unit, *stretch_, words), is_wished};
  }

 private:
  const LeafInputs& in_;
  const UnitWish& wish_;
  const LeafProbabilities& probabilities_;
  std::span<Candidate> units_;
  std::span<UnitRow> rows_;
  std::size_t count_ = 0;
  const Stretch* stretch_ = nullptr;
};

// The unit worth most that shares no leaf with those of `taken`; of equals the
// first. As many as there are units: none.
std::size_t BestOf(std::span<const Candidate> units,
                   std::span<const std::int32_t> worths,
                   std::span<const RankedUnit> taken) {
  std::size_t best = units.size();
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!units[i].is_wished) continue;
    if (best < units.size() && worths[i] <= worths[best]) continue;
    const bool is_free =
        std::ranges::none_of(taken, [&](const RankedUnit& other) {
          return ShareLeaf(other.span, units[i].span);
        });
    if (is_free) best = i;
  }
  return best;
}

}  // namespace

std::span<const RankedUnit> RankUnits(const LeafInputs& inputs,
                                      std::span<const LeafRow> leaf_rows,
                                      const UnitWish& wish,
                                      UnitObserver* observer, Arena& arena) {
  const std::int64_t log_documents = LogDocuments(inputs.documents);
  if (observer != nullptr) {
    observer->OnLeaves(inputs.evidence, inputs.leaves, leaf_rows);
  }
  const LeafProbabilities probabilities(inputs.leaves, leaf_rows, log_documents,
                                        arena, inputs.relations);
  if (probabilities.empty()) return {};
  UnitFeatures features(inputs, leaf_rows, probabilities, log_documents, arena);
  const UnitListing listing(inputs, wish, probabilities, features, arena);
  const auto units = listing.units();
  const auto rows = listing.rows();
  for (std::size_t i = 0; observer != nullptr && i < units.size(); ++i) {
    observer->OnUnit(units[i].span, rows[i]);
  }
  const auto worths = MakeSpan<LogOdds>(arena, units.size());
  ShippedUnitTrees().choosing.ScoreEach(rows, worths);
  for (std::size_t i = 0; i < units.size(); ++i) {
    worths[i] = ProbabilityOf(worths[i]).raw() - units[i].price;
  }
  const auto best = MakeSpan<RankedUnit>(arena, wish.count);
  std::size_t count = 0;
  while (count < best.size()) {
    const std::size_t i = BestOf(units, worths, best.first(count));
    if (i == units.size()) break;
    const std::uint32_t leaf =
        probabilities.BestOf(units[i].span.begin, units[i].span.end);
    best[count++] = {units[i].span, leaf, worths[i], rows[i]};
  }
  return best.first(count);
}

}  // namespace answerbox::engine
