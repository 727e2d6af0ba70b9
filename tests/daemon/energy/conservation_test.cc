// Under random loads, the energy of all parts adds up to the measured energy,
// and each question's energy is close to the true one.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "daemon/energy/energy_ledger.h"
#include "daemon/energy/energy_window.h"
#include "tests/daemon/energy/random_load.h"

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(ConservationTest, EveryWindowsPartsAddUpToTheMicrojoule) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    tests::RandomLoad load(seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 20; ++i) {
      const EnergyWindow window = load.NextWindow(
          microseconds(1 + random() % 2'000'000), 1 + random() % 4);
      const IdlePower idle{static_cast<std::int64_t>(random() % 6'000'000), 0};
      const WindowSplit split = SplitWindow(window, idle);
      std::int64_t shares_uj = 0;
      for (const QuestionShare& share : split.shares) {
        ASSERT_GE(share.energy_uj, 0);
        shares_uj += share.energy_uj;
      }
      ASSERT_EQ(shares_uj, split.attributed_uj);
      ASSERT_GE(split.idle_uj, 0);
      ASSERT_GE(split.remainder_uj, 0);
      ASSERT_EQ(split.idle_uj + split.attributed_uj + split.remainder_uj,
                window.energy_uj);
    }
  }
}

TEST(ConservationTest, EveryRunsPartsAddUpToTheMicrojoule) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    tests::RandomLoad load(seed);
    EnergyLedger ledger(platform::Coverage::kBoardInput);
    std::mt19937_64 random(seed);
    std::int64_t measured_uj = 0;
    std::int64_t recorded_uj = 0;
    const auto close = [&](EnergyWindow window) {
      for (const EnergyRecord& record :
           ledger.Close(window, IdlePower{2'700'000, 0}).completed) {
        recorded_uj += record.energy_uj.value_or(0);
      }
    };
    for (int i = 0; i < 60; ++i) {
      EnergyWindow window = load.NextWindow(seconds(1), 2);
      measured_uj += *window.energy_uj;
      close(std::move(window));
    }
    const EnergyTotals& totals = ledger.totals();
    ASSERT_EQ(totals.measured_uj, measured_uj);
    ASSERT_EQ(totals.idle_uj + totals.attributed_uj + totals.remainder_uj +
                  totals.unsplit_uj,
              measured_uj);
    // Energy of questions that still run is attributed but not recorded yet.
    ASSERT_LE(recorded_uj, totals.attributed_uj);
    if (ledger.open_questions() == 0) {
      ASSERT_EQ(recorded_uj, totals.attributed_uj);
    }
  }
}

TEST(ConservationTest, GapsTakeNothingFromTheSums) {
  tests::RandomLoad load(5);
  EnergyLedger ledger(platform::Coverage::kBoardInput);
  std::mt19937_64 random(5);
  std::int64_t measured_uj = 0;
  for (int i = 0; i < 500; ++i) {
    EnergyWindow window = load.NextWindow(seconds(1), 1);
    if (random() % 5 == 0) window.energy_uj.reset();
    measured_uj += window.energy_uj.value_or(0);
    const bool is_idle_known = random() % 5 != 0;
    for (const EnergyRecord& record :
         ledger
             .Close(window, is_idle_known
                                ? std::optional(IdlePower{2'700'000, 0})
                                : std::nullopt)
             .completed) {
      ASSERT_EQ(record.energy_uj.has_value(),
                record.state != EnergyState::kUnresolved);
    }
  }
  const EnergyTotals& totals = ledger.totals();
  EXPECT_EQ(totals.measured_uj, measured_uj);
  EXPECT_EQ(totals.idle_uj + totals.attributed_uj + totals.remainder_uj +
                totals.unsplit_uj,
            measured_uj);
  EXPECT_EQ(totals.known + totals.unknown, seconds(500));
}

TEST(ConservationTest, QuestionsGetWhatTheyReallyUsedWithinFivePercent) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    tests::RandomLoad load(seed);
    EnergyLedger ledger(platform::Coverage::kBoardInput);
    std::int64_t recorded_uj = 0;
    std::int64_t true_nj = 0;
    std::size_t questions = 0;
    while (questions < 10'000) {
      for (const EnergyRecord& record :
           ledger.Close(load.NextWindow(seconds(1), 2), IdlePower{2'700'000, 0})
               .completed) {
        const std::int64_t truth_nj = load.truth().at(record.question);
        recorded_uj += *record.energy_uj;
        true_nj += truth_nj;
        ++questions;
        if (record.cpu_time < milliseconds(50)) continue;
        // A single question must be close too, if it was long compared with the
        // kernel's ticks.
        EXPECT_LE(std::abs(*record.energy_uj * 1'000 - truth_nj) * 10, truth_nj)
            << seed;
      }
    }
    const std::int64_t true_uj = true_nj / 1'000;
    EXPECT_LE(std::abs(recorded_uj - true_uj) * 20, true_uj) << seed;
  }
}

}  // namespace
}  // namespace answerbox::daemon
