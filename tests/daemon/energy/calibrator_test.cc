// Calibrates a board whose questions have a known cost.
#include "daemon/energy/calibrator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "tests/daemon/energy/simulated_board.h"

namespace answerbox::daemon {
namespace {

using std::chrono::milliseconds;
using tests::SimulatedBoard;

constexpr CalibrationPlan kPlan{10, milliseconds(2'000)};

Result<CalibrationResult> CalibrateOn(SimulatedBoard& board) {
  return Calibrate(board, kPlan, [&board] { return board.Ask(); });
}

TEST(CalibratorTest, ItsIntervalHoldsTheTruthInNinetyThreeRunsOfAHundred) {
  constexpr double kTruthUj = 200;
  int held = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SimulatedBoard board(seed, kTruthUj);
    const auto result = CalibrateOn(board);
    ASSERT_TRUE(result) << result.error().message;
    const CostEstimate& cost = result->energy;
    if (std::abs(cost.mean - kTruthUj) <= cost.half_width) ++held;
    // The interval must be narrow enough to be useful.
    EXPECT_LT(cost.half_width, kTruthUj / 4);
  }
  EXPECT_GE(held, 93);
}

TEST(CalibratorTest, RestIsWhatTheBoardDrawsAtRest) {
  SimulatedBoard board(1, 200);
  const auto result = CalibrateOn(board);
  ASSERT_TRUE(result);
  EXPECT_NEAR(static_cast<double>(result->rest.power_uw), 3e6, 0.03e6);
}

TEST(CalibratorTest, QuestionsThatCostNothingAreNotResolved) {
  SimulatedBoard board(1, 0);
  const auto result = CalibrateOn(board);
  ASSERT_TRUE(result);
  EXPECT_LT(result->energy.mean, result->energy.half_width);
}

TEST(CalibratorTest, TheIntervalIsNoNarrowerThanWhatTheChipCannotSee) {
  SimulatedBoard board(1, 200);
  const auto result = CalibrateOn(board);
  ASSERT_TRUE(result);
  const double questions_in_a_second = 1e6 / SimulatedBoard::kQuestion.count();
  EXPECT_GE(result->energy.half_width,
            tests::SimulatedChip::kResolutionUw / 2 / questions_in_a_second);
}

TEST(CalibratorTest, TellsHowFarItHasCome) {
  SimulatedBoard board(1, 200);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> told;
  const CalibrationPlan plan{2, milliseconds(200)};
  ASSERT_TRUE(Calibrate(
      board, plan, [&board] { return board.Ask(); },
      [&told](std::uint64_t done, std::uint64_t total) {
        told.emplace_back(done, total);
      }));
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> stretches = {
      {1, 4}, {2, 4}, {3, 4}, {4, 4}};
  EXPECT_EQ(told, stretches);
}

TEST(CalibrationTest, DividesWhatAskingCostByTheQuestions) {
  const std::vector<CalibrationRound> rounds = {
      {30'000'000, 32'000'000, 10'000}, {30'000'000, 32'000'000, 10'000}};
  const auto cost = EstimateCost(rounds);
  ASSERT_TRUE(cost);
  EXPECT_DOUBLE_EQ(cost->mean, 200);
  EXPECT_DOUBLE_EQ(cost->half_width, 0);
}

TEST(CalibrationTest, RoundsCountByTheirQuestions) {
  const std::vector<CalibrationRound> rounds = {{1'000'000, 1'300'000, 1'000},
                                                {1'000'000, 1'100'000, 1'000},
                                                {1'000'000, 1'400'000, 2'000}};
  EXPECT_DOUBLE_EQ(EstimateCost(rounds)->mean, 200);
}

TEST(CalibrationTest, GivesStudentsInterval) {
  // Differences of 1, 2 and 3 J for one question each: mean 2, deviation 1.
  const std::vector<CalibrationRound> rounds = {
      {0, 1'000'000, 1}, {0, 2'000'000, 1}, {0, 3'000'000, 1}};
  EXPECT_NEAR(EstimateCost(rounds)->half_width, 4.303 * 1e6 / std::sqrt(3.0),
              1);
}

TEST(CalibrationTest, OneRoundTellsNothingOfHowSureItIs) {
  EXPECT_FALSE(EstimateCost({}));
  const std::vector<CalibrationRound> rounds = {{1, 2, 1}};
  EXPECT_FALSE(EstimateCost(rounds));
}

TEST(CalibrationTest, ARoundWithoutQuestionsIsNone) {
  const std::vector<CalibrationRound> rounds = {{1, 2, 1}, {1, 2, 0}};
  EXPECT_FALSE(EstimateCost(rounds));
}

// A board that draws 3 W at rest, wavers by 1 %, warms up steadily, and is read
// in steps of 6.25 mW. A question takes 200 uJ; the rate of questions changes.
std::vector<CalibrationRound> Calibrate(std::uint64_t seed, int count) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> wavering(0, 30'000);
  double rest_uw = 3'000'000;
  const auto stretch = [&](std::uint64_t questions) {
    rest_uw += 500;
    double uj = 0;
    for (int second = 0; second < 10; ++second) {
      const double uw = rest_uw + wavering(random) +
                        200.0 * static_cast<double>(questions) / 10;
      uj += std::round(uw / 6'250) * 6'250;
    }
    return static_cast<std::int64_t>(uj);
  };
  std::vector<CalibrationRound> rounds;
  for (int i = 0; i < count; ++i) {
    CalibrationRound round;
    round.questions = 8'000 + random() % 4'000;
    if (i % 2 == 0) round.rest = stretch(0);
    round.asking = stretch(round.questions);
    if (i % 2 == 1) round.rest = stretch(0);
    rounds.push_back(round);
  }
  return rounds;
}

TEST(CalibrationTest, ItsIntervalHoldsTheTruthAsOftenAsItSays) {
  for (const int rounds : {4, 10, 40}) {
    int held = 0;
    for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
      const auto cost = EstimateCost(Calibrate(seed, rounds));
      held += std::abs(cost->mean - 200) <= cost->half_width ? 1 : 0;
    }
    EXPECT_GE(held, 930) << rounds;
    EXPECT_LE(held, 990) << rounds << ": wider than it need be";
  }
}

}  // namespace
}  // namespace answerbox::daemon
