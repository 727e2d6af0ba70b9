#include "engine/selection/selection.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace answerbox::engine {
namespace {

constexpr Q16 kOne = Q16::FromRaw(Q16::kOne);
// How many of the most relevant units GatedAlpha compares.
constexpr std::size_t kComparedUnits = 20;

// What the next score of each unit consists of: its relevance, and its greatest
// cosine with the last w chosen units.
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
  // Returns the first unit with the greatest score; nothing if none is left.
  [[nodiscard]] std::optional<std::size_t> Best() const {
    // A scan, since Add() changes nearly all scores: a heap would have to be
    // built anew each time.
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

  // Updates the scores for a chosen unit. Precondition: compares().
  //   row  its cosines with all units
  void Add(std::span<const Q16> row) {
    const std::size_t units = row.size();
    if (window_ == 0) {
      for (std::size_t i = 0; i < units; ++i) {
        closest_[i] =
            added_ == 0 ? row[i].raw() : std::max(closest_[i], row[i].raw());
      }
    } else {
      // A unit that leaves the window may have been the closest, so the rows of
      // the window are kept and compared again. Without a window the greatest
      // cosine so far is enough.
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
  // Marks a unit that is taken out: no unit can reach this score.
  static constexpr Q16 kOut = Q16::FromInteger(-2);

  SelectionStrategy strategy_;
  Q16 rest_;
  std::size_t window_;
  std::span<Q16> shares_;  // The part of each score that relevance gives.
  std::span<Q16> scores_;
  // Raw Q16, so that the compiler can vectorise the comparisons.
  std::span<std::int32_t> closest_;
  std::span<std::int32_t> ring_;  // [window][units]
  std::size_t added_ = 0;
};

// Returns the share of relevance in the scores. kGated is MMR with a share of
// its own.
Q16 AlphaOf(const SelectionOptions& options, std::span<const Q16> relevance,
            const UnitSimilarities& rows, Arena& arena) {
  switch (options.strategy) {
    case SelectionStrategy::kGated:
      return GatedAlpha(relevance, rows, arena);
    case SelectionStrategy::kRelevance:
      return kOne;
    default:
      return options.alpha;
  }
}

// A unit that was taken out of the candidates.
struct TakenUnit {
  std::uint32_t unit;
  Q16 score;
  TextCost cost;
};

// Returns the best unit that fits the budget; nothing if none is left, or if
// too many in a row do not fit. Texts differ in length, so a shorter one may
// still fit after one that does not. But reading the cost of each unit takes
// longer than choosing, hence the limit.
std::optional<TakenUnit> TakeNext(NextScores& scores, UnitTexts& texts,
                                  const TextCost& spent,
                                  const TextCost& budget) {
  for (std::size_t misfits = 0; misfits < kMaxMisfits; ++misfits) {
    const auto best = scores.Best();
    if (!best) return std::nullopt;
    const TakenUnit taken{static_cast<std::uint32_t>(*best), scores[*best],
                          texts.CostOf(*best)};
    scores.LeaveOut(*best);
    if (taken.cost.tokens <= budget.tokens - spent.tokens &&
        taken.cost.words <= budget.words - spent.words) {
      return taken;
    }
  }
  return std::nullopt;
}

// Takes out units that say the same as a chosen unit. Texts are compared last,
// and only if the vectors are nearly alike.
//   row  the cosines of the chosen unit with all units
void LeaveOutDuplicates(std::uint32_t chosen, std::span<const Q16> row,
                        Q16 limit, NextScores& scores, UnitTexts& texts,
                        std::span<std::uint32_t> duplicate_of) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] < limit || scores.is_out(i)) continue;
    if (!texts.SayTheSame(i, chosen)) continue;
    scores.LeaveOut(i);
    duplicate_of[i] = chosen;
  }
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
    // Adds each pair once. 190 cosines are far below the limit of 64 bits.
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
  const Q16 alpha = AlphaOf(options, relevance, rows, arena);
  // No cosine is above 1, so a greater limit turns this off, and texts need not
  // be compared.
  const bool drops = options.duplicate <= kOne;
  const std::size_t most = std::min(units, budget.units);
  const auto chosen = MakeSpan<ChosenUnit>(arena, most);
  const auto duplicate_of = MakeSpan<std::uint32_t>(arena, units);
  std::ranges::fill(duplicate_of, kNoUnit);
  // A window larger than what can be chosen is no window.
  const std::size_t window = options.window >= most ? 0 : options.window;
  NextScores scores(relevance, options.strategy, alpha, window, arena);
  for (std::size_t i = 0; i < units; ++i) {
    if (relevance[i] < options.least_relevance) scores.LeaveOut(i);
  }
  const bool reads_rows = drops || scores.compares();
  const auto row = MakeSpan<Q16>(arena, reads_rows ? units : 0);
  Selection selection;
  std::size_t count = 0;
  while (count < most) {
    const auto next = TakeNext(scores, texts, selection.cost, budget.cost);
    if (!next) break;
    chosen[count++] = {next->unit, next->score};
    selection.cost.tokens += next->cost.tokens;
    selection.cost.words += next->cost.words;
    if (!reads_rows) continue;
    rows.Row(next->unit, row);
    if (scores.compares()) scores.Add(row);
    if (!drops) continue;
    LeaveOutDuplicates(next->unit, row, options.duplicate, scores, texts,
                       duplicate_of);
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
