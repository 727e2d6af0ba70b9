#include "engine/selection/selection.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

constexpr Q16 kOne = Q16::FromRaw(Q16::kOne);
// How many of the most relevant units GatedAlpha compares.
constexpr std::size_t kComparedUnits = 20;

// What each unit scores next: its relevance, and its greatest cosine with the
// last w chosen units.
class NextScores {
 public:
  NextScores(std::span<const Q16> relevance, SelectionStrategy strategy,
             Q16 alpha, std::size_t window, Arena& arena)
      : strategy_(strategy),
        rest_(kOne - alpha),
        window_(window),
        shares_(MakeSpan<Q16>(arena, relevance.size())),
        scores_(MakeSpan<Q16>(arena, relevance.size())),
        closest_(
            MakeSpan<std::int32_t>(arena, alpha < kOne ? relevance.size() : 0)),
        ring_(MakeSpan<std::int32_t>(arena, closest_.size() * window)) {
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      shares_[i] = alpha * relevance[i];
    }
    std::ranges::copy(shares_, scores_.begin());
  }

  [[nodiscard]] bool compares() const { return !closest_.empty(); }
  // The first of the units with the greatest score; nothing if none is left.
  [[nodiscard]] std::optional<std::size_t> Best() const {
    Q16 greatest = kOut;
    std::size_t best = 0;
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      if (scores_[i] > greatest) {
        greatest = scores_[i];
        best = i;
      }
    }
    if (greatest == kOut) return std::nullopt;
    return best;
  }
  [[nodiscard]] Q16 operator[](std::size_t unit) const { return scores_[unit]; }
  [[nodiscard]] bool is_out(std::size_t unit) const {
    return scores_[unit] == kOut;
  }
  void LeaveOut(std::size_t unit) { scores_[unit] = kOut; }

  // Takes a chosen unit into account. Precondition: compares().
  //   row  its cosines with all units
  void Add(std::span<const Q16> row) {
    const std::size_t units = row.size();
    if (window_ == 0) {
      for (std::size_t i = 0; i < units; ++i) {
        closest_[i] =
            added_ == 0 ? row[i].raw() : std::max(closest_[i], row[i].raw());
      }
    } else {
      std::ranges::transform(
          row, ring_.subspan(added_ % window_ * units).begin(), &Q16::raw);
      std::ranges::copy(ring_.first(units), closest_.begin());
      const std::size_t kept = std::min(added_ + 1, window_);
      for (std::size_t k = 1; k < kept; ++k) {
        const auto in_window = ring_.subspan(k * units, units);
        for (std::size_t i = 0; i < units; ++i) {
          closest_[i] = std::max(closest_[i], in_window[i]);
        }
      }
    }
    ++added_;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (is_out(i)) continue;
      const Q16 closest = Q16::FromRaw(closest_[i]);
      scores_[i] = strategy_ == SelectionStrategy::kFps
                       ? shares_[i] + rest_ * UnitDistance(closest)
                       : shares_[i] - rest_ * closest;
    }
  }

 private:
  // No unit has this score.
  static constexpr Q16 kOut = Q16::FromInteger(-2);

  SelectionStrategy strategy_;
  Q16 rest_;
  std::size_t window_;
  std::span<Q16> shares_;  // Of relevance in the scores.
  std::span<Q16> scores_;
  // Raw Q16, which the compiler compares several at a time.
  std::span<std::int32_t> closest_;
  std::span<std::int32_t> ring_;  // [window][units]
  std::size_t added_ = 0;
};

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
  const std::size_t most = std::min(units, budget.units);
  const auto chosen = MakeSpan<ChosenUnit>(arena, most);
  const auto duplicate_of = MakeSpan<std::uint32_t>(arena, units);
  std::ranges::fill(duplicate_of, kNoUnit);
  // Not more rows than can be chosen are ever in the window.
  const std::size_t window = options.window >= most ? 0 : options.window;
  NextScores scores(relevance, strategy, alpha, window, arena);
  for (std::size_t i = 0; i < units; ++i) {
    if (relevance[i] < options.least_relevance) scores.LeaveOut(i);
  }
  const bool reads_rows = drops || scores.compares();
  const auto row = MakeSpan<Q16>(arena, reads_rows ? units : 0);
  Selection selection;
  std::size_t count = 0;
  std::size_t misfits = 0;
  while (count < most && misfits < kMaxMisfits) {
    const auto best = scores.Best();
    if (!best) break;
    const Q16 score = scores[*best];
    scores.LeaveOut(*best);
    const TextCost cost = texts.CostOf(*best);
    if (cost.tokens > budget.cost.tokens - selection.cost.tokens ||
        cost.words > budget.cost.words - selection.cost.words) {
      ++misfits;
      continue;
    }
    misfits = 0;
    chosen[count++] = {static_cast<std::uint32_t>(*best), score};
    selection.cost.tokens += cost.tokens;
    selection.cost.words += cost.words;
    if (!reads_rows) continue;
    rows.Row(*best, row);
    if (scores.compares()) scores.Add(row);
    if (!drops) continue;
    for (std::size_t i = 0; i < units; ++i) {
      if (row[i] < options.duplicate || scores.is_out(i)) continue;
      if (!texts.SayTheSame(i, *best)) continue;
      scores.LeaveOut(i);
      duplicate_of[i] = static_cast<std::uint32_t>(*best);
    }
  }
  selection.chosen = chosen.first(count);
  selection.duplicate_of = duplicate_of;
  return selection;
}

std::span<const ChosenUnit> Ordered(std::span<const ChosenUnit> chosen,
                                    const UnitOrder& order, Arena& arena) {
  const auto ordered = MakeSpan<ChosenUnit>(arena, chosen.size());
  if (order.is_by_place) {
    std::ranges::copy(chosen, ordered.begin());
    std::ranges::sort(ordered, {}, &ChosenUnit::unit);
    return ordered;
  }
  std::size_t front = 0;
  std::size_t back = ordered.size();
  std::size_t next = 0;
  while (next < chosen.size()) {
    for (std::uint32_t i = 0; i < std::max(order.first, 1u); ++i) {
      if (next < chosen.size()) ordered[front++] = chosen[next++];
    }
    for (std::uint32_t i = 0; i < order.last; ++i) {
      if (next < chosen.size()) ordered[--back] = chosen[next++];
    }
  }
  return ordered;
}

}  // namespace answerbox::engine
