#include "daemon/energy/energy_ledger.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr IdlePower kIdle{3'000'000, 0};

class EnergyLedgerTest : public testing::Test {
 protected:
  // Adds the next second, of 4 J or a gap, in which only questions ran.
  EnergyWindow NextSecond(std::vector<QuestionUse> uses) {
    EnergyWindow window;
    window.begin = now_;
    window.end = now_ += seconds(1);
    window.energy_uj = 4'000'000;
    window.machine_cpu_time = microseconds(0);
    window.uses = std::move(uses);
    return window;
  }
  EnergyWindow NextGap(std::vector<QuestionUse> uses) {
    EnergyWindow window = NextSecond(std::move(uses));
    window.energy_uj.reset();
    return window;
  }

  std::vector<EnergyRecord> Close(
      const EnergyWindow& window,
      const std::optional<IdlePower>& idle = kIdle) {
    return ledger_.Close(window, idle).completed;
  }

  EnergyLedger ledger_{platform::Coverage::kBoardInput};

 private:
  microseconds now_{0};
};

TEST_F(EnergyLedgerTest, CompletesARecordWhenItsWindowCloses) {
  const auto records = Close(NextSecond({{7, milliseconds(2), 0, true}}));
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].question, 7U);
  EXPECT_EQ(records[0].state, EnergyState::kMeasured);
  EXPECT_EQ(records[0].energy_uj, 1'000'000);
  EXPECT_EQ(records[0].cpu_time, milliseconds(2));
  EXPECT_EQ(records[0].window_end, seconds(1));
  EXPECT_EQ(ledger_.open_questions(), 0U);
}

TEST_F(EnergyLedgerTest, QuestionsOfOneWindowAreAttributed) {
  const auto records = Close(NextSecond(
      {{7, milliseconds(1), 0, true}, {8, milliseconds(3), 0, true}}));
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].state, EnergyState::kAttributed);
  EXPECT_EQ(records[0].energy_uj, 250'000);
  EXPECT_EQ(records[1].energy_uj, 750'000);
}

TEST_F(EnergyLedgerTest, AQuestionOverSeveralWindowsAddsUp) {
  EXPECT_TRUE(Close(NextSecond({{7, milliseconds(900), 0, false}})).empty());
  EXPECT_EQ(ledger_.open_questions(), 1U);
  const auto records = Close(NextSecond({{7, milliseconds(100), 0, true}}));
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].energy_uj, 2'000'000);
  EXPECT_EQ(records[0].cpu_time, seconds(1));
  EXPECT_EQ(records[0].window_begin, seconds(0));
  EXPECT_EQ(records[0].window_end, seconds(2));
}

TEST_F(EnergyLedgerTest, WhatIsPartlyInAGapIsUnresolved) {
  EXPECT_TRUE(Close(NextSecond({{7, milliseconds(1), 0, false}})).empty());
  EXPECT_TRUE(Close(NextGap({{7, milliseconds(1), 0, false}})).empty());
  const auto records = Close(NextSecond({{7, milliseconds(1), 0, true}}));
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].state, EnergyState::kUnresolved);
  EXPECT_FALSE(records[0].energy_uj) << "a gap is not 0";
  EXPECT_EQ(records[0].cpu_time, milliseconds(3));
}

TEST_F(EnergyLedgerTest, WithoutABaselineNothingIsResolved) {
  const auto records =
      Close(NextSecond({{7, milliseconds(2), 0, true}}), std::nullopt);
  EXPECT_EQ(records[0].state, EnergyState::kUnresolved);
  EXPECT_EQ(ledger_.totals().unsplit_uj, 4'000'000);
}

TEST_F(EnergyLedgerTest, AQuestionWithoutCpuTimeIsUnresolvedAndNotFree) {
  const auto records = Close(NextSecond({{7, milliseconds(0), 0, true}}));
  EXPECT_EQ(records[0].state, EnergyState::kUnresolved);
  EXPECT_FALSE(records[0].energy_uj);
}

TEST_F(EnergyLedgerTest, WhatComesFromAModelIsEstimated) {
  EnergyLedger estimates(platform::Coverage::kEstimate);
  const auto records =
      estimates.Close(NextSecond({{7, milliseconds(2), 0, true}}), kIdle)
          .completed;
  EXPECT_EQ(records[0].state, EnergyState::kEstimated);
  const auto gap =
      estimates.Close(NextGap({{8, milliseconds(2), 0, true}}), kIdle)
          .completed;
  EXPECT_EQ(gap[0].state, EnergyState::kUnresolved);
}

TEST_F(EnergyLedgerTest, ARecordHasTheAccountOfTheQuestionsEnd) {
  EXPECT_TRUE(Close(NextSecond({{7, milliseconds(9), 0, false}})).empty());
  const auto records = Close(NextSecond(
      {{8, milliseconds(1), 2, true}, {7, milliseconds(1), 3, true}}));
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].account, 2);
  EXPECT_EQ(records[1].account, 3);
}

TEST_F(EnergyLedgerTest, SumsAreThoseOfTheWindowAndTotalsOfAll) {
  const ClosedWindow first =
      ledger_.Close(NextSecond({{7, milliseconds(2), 0, true}}), kIdle);
  const ClosedWindow second = ledger_.Close(NextSecond({}), kIdle);
  EXPECT_EQ(first.sums.attributed_uj, 1'000'000);
  EXPECT_EQ(second.sums.attributed_uj, 0);
  EXPECT_EQ(second.sums.remainder_uj, 1'000'000);
  EXPECT_EQ(second.sums.known, seconds(1));
  EXPECT_EQ(ledger_.totals().measured_uj, 8'000'000);
  EXPECT_EQ(ledger_.totals().attributed_uj, 1'000'000);
}

TEST_F(EnergyLedgerTest, TellsKnownTimeFromGaps) {
  EXPECT_TRUE(Close(NextSecond({})).empty());
  EXPECT_TRUE(Close(NextGap({})).empty());
  EXPECT_TRUE(Close(NextSecond({}), std::nullopt).empty());
  EXPECT_EQ(ledger_.totals().known, seconds(2));
  EXPECT_EQ(ledger_.totals().unknown, seconds(1));
  EXPECT_EQ(ledger_.totals().measured_uj, 8'000'000);
}

TEST(EnergyStateTest, HasANameForRecords) {
  EXPECT_EQ(ToString(EnergyState::kMeasured), "measured");
  EXPECT_EQ(ToString(EnergyState::kUnresolved), "unresolved");
}

}  // namespace
}  // namespace answerbox::daemon
