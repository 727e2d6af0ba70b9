#include "engine/selection/selection.h"

#include <algorithm>
#include <cassert>

#include "engine/numeric/arena_span.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {
namespace {

constexpr Q16 kOne = Q16::FromRaw(Q16::kOne);
// How many of the most relevant units GatedAlpha compares.
constexpr std::size_t kComparedUnits = 20;

// |i - j| of two vectors of length 1: sqrt(2 - 2 cos(i, j)).
Q16 Distance(Q16 cosine) {
  const auto square = static_cast<std::uint64_t>(
      2 * std::int64_t{Q16::kOne} - 2 * std::int64_t{cosine.raw()});
  return Q16::FromRaw(IntegerSquareRoot(square << Q16::kFractionBits));
}

// The greatest cosine of each unit with the last w chosen units.
class ClosestChosen {
 public:
  ClosestChosen(std::size_t units, std::size_t window, Arena& arena)
      : units_(units),
        window_(window),
        closest_(MakeSpan<Q16>(arena, units)),
        ring_(MakeSpan<Q16>(arena, units * window)) {}

  [[nodiscard]] Q16 operator[](std::size_t unit) const {
    return closest_[unit];
  }

  void Add(std::span<const Q16> row) {
    if (window_ == 0) {
      for (std::size_t i = 0; i < units_; ++i) {
        closest_[i] = added_ == 0 ? row[i] : std::max(closest_[i], row[i]);
      }
    } else {
      std::ranges::copy(row, ring_.subspan(added_ % window_ * units_).begin());
      const std::size_t kept = std::min(added_ + 1, window_);
      for (std::size_t i = 0; i < units_; ++i) {
        Q16 closest = ring_[i];
        for (std::size_t k = 1; k < kept; ++k) {
          closest = std::max(closest, ring_[k * units_ + i]);
        }
        closest_[i] = closest;
      }
    }
    ++added_;
  }

 private:
  std::size_t units_;
  std::size_t window_;
  std::span<Q16> closest_;
  std::span<Q16> ring_;  // [window][units]
  std::size_t added_ = 0;
};

Q16 Score(Q16 unit_relevance, SelectionStrategy strategy, Q16 alpha,
          Q16 closest, bool is_first) {
  const Q16 relevance = alpha * unit_relevance;
  if (is_first) return relevance;
  return strategy == SelectionStrategy::kFps
             ? relevance + (kOne - alpha) * Distance(closest)
             : relevance - (kOne - alpha) * closest;
}

}  // namespace

Q16 GatedAlpha(std::span<const Q16> relevance, const UnitSimilarities& rows,
               Arena& arena) {
  constexpr std::int32_t kAlike = Q16::kOne / 10;
  constexpr std::int32_t kVeryAlike = 3 * (Q16::kOne / 10);
  constexpr std::int32_t kMostDiversity = Q16::kOne / 5;
  const std::size_t compared = std::min(kComparedUnits, relevance.size());
  if (compared < 2) return kOne;
  const auto best = MakeSpan<std::uint32_t>(arena, relevance.size());
  for (std::size_t i = 0; i < best.size(); ++i) {
    best[i] = static_cast<std::uint32_t>(i);
  }
  std::ranges::partial_sort(
      best, best.begin() + static_cast<std::ptrdiff_t>(compared),
      [&](std::uint32_t a, std::uint32_t b) {
        if (relevance[a] != relevance[b]) {
          return relevance[a] > relevance[b];
        }
        return a < b;
      });
  const auto row = MakeSpan<Q16>(arena, relevance.size());
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < compared; ++i) {
    rows.Row(best[i], row);
    for (std::size_t k = 0; k < i; ++k) sum += row[best[k]].raw();
  }
  const auto pairs = static_cast<std::int64_t>(compared * (compared - 1) / 2);
  const auto mean = static_cast<std::int32_t>(sum / pairs);
  const std::int32_t excess = std::clamp(mean, kAlike, kVeryAlike) - kAlike;
  return Q16::FromRaw(Q16::kOne - std::int64_t{kMostDiversity} * excess /
                                      (kVeryAlike - kAlike));
}

Selection Select(std::span<const Q16> relevance, const UnitSimilarities& rows,
                 UnitTexts& texts, const SelectionOptions& options,
                 const SelectionBudget& budget, Arena& arena) {
  const std::size_t units = relevance.size();
  assert(units <= kMaxSelectionUnits);
  SelectionStrategy strategy = options.strategy;
  Q16 alpha = options.alpha;
  if (strategy == SelectionStrategy::kGated) {
    alpha = GatedAlpha(relevance, rows, arena);
    strategy = SelectionStrategy::kMmr;
  } else if (strategy == SelectionStrategy::kRelevance) {
    alpha = kOne;
  }
  const bool drops = options.duplicate <= kOne;
  const bool compares = alpha < kOne;
  const std::size_t most = std::min(units, budget.units);
  const auto chosen = MakeSpan<ChosenUnit>(arena, most);
  const auto duplicate_of = MakeSpan<std::uint32_t>(arena, units);
  std::ranges::fill(duplicate_of, kNoUnit);
  const auto is_out = MakeSpan<bool>(arena, units);
  const auto row = MakeSpan<Q16>(arena, drops || compares ? units : 0);
  // Not more rows than can be chosen are ever in the window.
  ClosestChosen closest(compares ? units : 0,
                        options.window >= most ? 0 : options.window, arena);
  Selection selection;
  std::size_t count = 0;
  std::size_t misfits = 0;
  while (count < most && misfits < kMaxMisfits) {
    std::size_t best = units;
    Q16 best_score;
    for (std::size_t i = 0; i < units; ++i) {
      if (is_out[i] || relevance[i] < options.least_relevance) continue;
      const Q16 score = Score(relevance[i], strategy, alpha,
                              compares ? closest[i] : Q16(), count == 0);
      if (best == units || score > best_score) {
        best = i;
        best_score = score;
      }
    }
    if (best == units) break;
    is_out[best] = true;
    const TextCost cost = texts.CostOf(best);
    if (cost.tokens > budget.cost.tokens - selection.cost.tokens ||
        cost.words > budget.cost.words - selection.cost.words) {
      ++misfits;
      continue;
    }
    misfits = 0;
    chosen[count++] = {static_cast<std::uint32_t>(best), best_score};
    selection.cost.tokens += cost.tokens;
    selection.cost.words += cost.words;
    if (!drops && !compares) continue;
    rows.Row(best, row);
    if (compares) closest.Add(row);
    if (!drops) continue;
    for (std::size_t i = 0; i < units; ++i) {
      if (is_out[i] || row[i] < options.duplicate) continue;
      if (!texts.SayTheSame(i, best)) continue;
      is_out[i] = true;
      duplicate_of[i] = static_cast<std::uint32_t>(best);
    }
  }
  selection.chosen = chosen.first(count);
  selection.duplicate_of = duplicate_of;
  return selection;
}

}  // namespace answerbox::engine
