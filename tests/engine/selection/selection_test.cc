#include "engine/selection/selection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <vector>

#include "engine/numeric/integer_logarithm.h"
#include "tests/engine/selection/random_units.h"

namespace answerbox::engine {
namespace {

constexpr Q16 kOne = Q16::FromRaw(Q16::kOne);

std::vector<std::uint32_t> Chosen(const Selection& selection) {
  std::vector<std::uint32_t> units;
  for (const ChosenUnit& chosen : selection.chosen) {
    units.push_back(chosen.unit);
  }
  return units;
}

std::vector<std::uint32_t> Select(RandomUnits& units,
                                  const SelectionOptions& options,
                                  const SelectionBudget& budget = {}) {
  return Chosen(Select(units.relevance(), units.similarities(), units, options,
                       budget, units.arena()));
}

// The equations, with the whole matrix of cosines.
std::vector<std::uint32_t> SelectNaively(RandomUnits& units,
                                         const SelectionOptions& options,
                                         std::size_t most) {
  const std::size_t count = units.relevance().size();
  std::vector<std::vector<Q16>> cosines(count, std::vector<Q16>(count));
  for (std::size_t i = 0; i < count; ++i) {
    units.similarities().Row(i, cosines[i]);
  }
  std::vector<std::uint32_t> chosen;
  while (chosen.size() < std::min(most, count)) {
    std::optional<std::uint32_t> best;
    std::int32_t best_score = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (std::ranges::find(chosen, i) != chosen.end()) continue;
      const std::size_t window = options.window == 0
                                     ? chosen.size()
                                     : std::min(options.window, chosen.size());
      Q16 closest = Q16::FromInteger(-2);
      for (std::size_t k = chosen.size() - window; k < chosen.size(); ++k) {
        closest = std::max(closest, cosines[chosen[k]][i]);
      }
      Q16 score = options.alpha * units.relevance()[i];
      if (!chosen.empty() && options.strategy == SelectionStrategy::kMmr) {
        score -= (kOne - options.alpha) * closest;
      } else if (!chosen.empty()) {
        const auto square =
            static_cast<std::uint64_t>(2 * (Q16::kOne - closest.raw()));
        score += (kOne - options.alpha) *
                 Q16::FromRaw(IntegerSquareRoot(square << 16));
      }
      if (!best || score.raw() > best_score) {
        best = i;
        best_score = score.raw();
      }
    }
    chosen.push_back(*best);
  }
  return chosen;
}

TEST(SelectionTest, IncrementalSelectionFollowsTheEquations) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    for (const auto strategy :
         {SelectionStrategy::kMmr, SelectionStrategy::kFps}) {
      for (const std::size_t window : {0u, 1u, 3u, 50u}) {
        RandomUnits units(60, 40, seed);
        const SelectionOptions options{strategy, Q16::FromDouble(0.1 * seed),
                                       window};
        EXPECT_EQ(Select(units, options, {.units = 25}),
                  SelectNaively(units, options, 25))
            << seed << " " << window;
      }
    }
  }
}

TEST(SelectionTest, WithAlphaOneTheOrderIsThatOfRelevance) {
  RandomUnits units(80, 30, 7);
  std::vector<std::uint32_t> expected(80);
  std::iota(expected.begin(), expected.end(), 0u);
  std::ranges::stable_sort(expected, std::greater<>(), [&](std::uint32_t i) {
    return units.relevance()[i];
  });
  EXPECT_EQ(Select(units, {SelectionStrategy::kRelevance}), expected);
  EXPECT_EQ(Select(units, {SelectionStrategy::kMmr, kOne}), expected);
  EXPECT_EQ(Select(units, {SelectionStrategy::kFps, kOne}), expected);
}

TEST(SelectionTest, AWindowOfAllUnitsIsNoWindow) {
  RandomUnits units(40, 30, 8);
  for (const auto strategy :
       {SelectionStrategy::kMmr, SelectionStrategy::kFps}) {
    const Q16 alpha = Q16::FromDouble(0.4);
    const auto all = Select(units, {strategy, alpha, 0});
    EXPECT_EQ(Select(units, {strategy, alpha, 40}), all);
    EXPECT_EQ(Select(units, {strategy, alpha, 39}), all);
    EXPECT_NE(Select(units, {strategy, alpha, 1}), all);
  }
}

TEST(SelectionTest, NoBudgetIsExceeded) {
  for (unsigned seed = 1; seed < 40; ++seed) {
    RandomUnits units(50, 30, seed);
    SelectionBudget budget{{10 + 7 * seed, 300 - 6 * seed}, 1 + seed % 20};
    const Selection selection = Select(
        units.relevance(), units.similarities(), units,
        {SelectionStrategy::kMmr, Q16::FromDouble(0.5)}, budget, units.arena());
    TextCost sum;
    for (const ChosenUnit& chosen : selection.chosen) {
      sum.tokens += units.CostOf(chosen.unit).tokens;
      sum.words += units.CostOf(chosen.unit).words;
    }
    EXPECT_EQ(sum.tokens, selection.cost.tokens);
    EXPECT_EQ(sum.words, selection.cost.words);
    EXPECT_LE(sum.tokens, budget.cost.tokens);
    EXPECT_LE(sum.words, budget.cost.words);
    EXPECT_LE(selection.chosen.size(), budget.units);
    EXPECT_FALSE(selection.chosen.empty());
  }
}

TEST(SelectionTest, ADuplicateIsLeftOutAndNamesWhatItRepeats) {
  RandomUnits units(50, 40, 9);
  SelectionOptions options{SelectionStrategy::kRelevance};
  options.duplicate = Q16::FromDouble(0.99);
  const Selection selection = Select(units.relevance(), units.similarities(),
                                     units, options, {}, units.arena());
  std::vector<Q16> row(50);
  std::size_t left_out = 0;
  for (const ChosenUnit& chosen : selection.chosen) {
    units.similarities().Row(chosen.unit, row);
    for (const ChosenUnit& other : selection.chosen) {
      EXPECT_TRUE(other.unit == chosen.unit ||
                  row[other.unit] < options.duplicate);
    }
    for (std::uint32_t i = 0; i < 50; ++i) {
      if (selection.duplicate_of[i] != chosen.unit) continue;
      EXPECT_GE(row[i], options.duplicate);
      ++left_out;
    }
  }
  EXPECT_GT(left_out, 0u);
  EXPECT_EQ(selection.chosen.size() + left_out, 50u);
}

TEST(SelectionTest, AUnitOfTooLittleRelevanceIsNotChosen) {
  RandomUnits units(30, 20, 10);
  units.relevance()[4] = Q16();
  SelectionOptions options{SelectionStrategy::kRelevance};
  options.least_relevance = Q16::FromRaw(1);
  const auto chosen = Select(units, options);
  EXPECT_EQ(chosen.size(), 29u);
  EXPECT_EQ(std::ranges::find(chosen, 4u), chosen.end());
}

TEST(SelectionTest, DiversityPaysOnlyWhereUnitsAreAlike) {
  RandomUnits different(40, 400, 11, 60);
  RandomUnits alike(40, 8, 11, 2);
  EXPECT_LT(GatedAlpha(alike.relevance(), alike.similarities(), alike.arena()),
            GatedAlpha(different.relevance(), different.similarities(),
                       different.arena()));
}

TEST(SelectionTest, OfNoUnitsChoosesNone) {
  RandomUnits units(0, 1, 1);
  EXPECT_TRUE(Select(units, {}).empty());
}

// Units 7, 2, 9, 4, 1, best first.
std::vector<std::uint32_t> InOrder(const UnitOrder& order) {
  std::array<std::byte, 1024> storage;
  Arena arena(storage);
  const std::vector<ChosenUnit> chosen = {
      {7, {}}, {2, {}}, {9, {}}, {4, {}}, {1, {}}};
  std::vector<std::uint32_t> units;
  for (const ChosenUnit& unit : Ordered(chosen, order, arena)) {
    units.push_back(unit.unit);
  }
  return units;
}

using Units = std::vector<std::uint32_t>;

TEST(UnitOrderTest, ByPlaceFollowsTheDocuments) {
  EXPECT_EQ(InOrder({true}), (Units{1, 2, 4, 7, 9}));
}

TEST(UnitOrderTest, OneToNoneIsTheOrderByScore) {
  EXPECT_EQ(InOrder({false, 1, 0}), (Units{7, 2, 9, 4, 1}));
}

TEST(UnitOrderTest, AlternatesBetweenBeginningAndEnd) {
  EXPECT_EQ(InOrder({false, 1, 1}), (Units{7, 9, 1, 4, 2}));
  EXPECT_EQ(InOrder({false, 2, 1}), (Units{7, 2, 4, 1, 9}));
  EXPECT_EQ(InOrder({false, 1, 3}), (Units{7, 1, 4, 9, 2}));
}

}  // namespace

}  // namespace answerbox::engine
