// Calibrates a board whose questions have a known cost.
#include "daemon/energy/calibrator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
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

}  // namespace
}  // namespace answerbox::daemon
