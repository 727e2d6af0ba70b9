#include "daemon/energy/energy_window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using testing::ElementsAre;

constexpr IdlePower kThreeWatts{3'000'000, 0};

// A second of 4 J, in which all programs together used `machine` of CPU time.
EnergyWindow Second(nanoseconds machine, std::vector<nanoseconds> questions) {
  EnergyWindow window;
  window.end = seconds(1);
  window.energy_uj = 4'000'000;
  window.machine_cpu_time = machine;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    window.uses.push_back({i + 1, questions[i], 0, true});
  }
  return window;
}

TEST(WindowSplitTest, DividesWhatIsAboveRestByCpuTime) {
  const WindowSplit split = SplitWindow(
      Second(milliseconds(100), {milliseconds(10), milliseconds(30)}),
      kThreeWatts);
  EXPECT_EQ(split.idle_uj, 3'000'000);
  EXPECT_EQ(split.shares[0].energy_uj, 100'000);
  EXPECT_EQ(split.shares[1].energy_uj, 300'000);
  EXPECT_EQ(split.attributed_uj, 400'000);
  EXPECT_EQ(split.remainder_uj, 600'000);
}

TEST(WindowSplitTest, AQuestionOfMicrosecondsHasItsShare) {
  const WindowSplit split =
      SplitWindow(Second(milliseconds(50), {microseconds(5)}), kThreeWatts);
  EXPECT_EQ(split.shares[0].energy_uj, 100);
}

TEST(WindowSplitTest, QuestionsHaveItAllWhereTheKernelCountedLess) {
  const WindowSplit split = SplitWindow(
      Second(nanoseconds(0), {microseconds(100), microseconds(300)}),
      kThreeWatts);
  EXPECT_EQ(split.shares[0].energy_uj, 250'000);
  EXPECT_EQ(split.shares[1].energy_uj, 750'000);
  EXPECT_EQ(split.remainder_uj, 0);
}

TEST(WindowSplitTest, WithoutQuestionsTheRestIsTheRemainder) {
  const WindowSplit split =
      SplitWindow(Second(milliseconds(100), {}), kThreeWatts);
  EXPECT_EQ(split.attributed_uj, 0);
  EXPECT_EQ(split.remainder_uj, 1'000'000);
}

TEST(WindowSplitTest, WithoutAnyCpuTimeTheRestIsTheRemainder) {
  const WindowSplit split =
      SplitWindow(Second(nanoseconds(0), {nanoseconds(0)}), kThreeWatts);
  EXPECT_EQ(split.shares[0].energy_uj, 0);
  EXPECT_EQ(split.remainder_uj, 1'000'000);
}

TEST(WindowSplitTest, RestTakesNoMoreThanThereIs) {
  const WindowSplit split = SplitWindow(
      Second(milliseconds(100), {milliseconds(50)}), {9'000'000, 0});
  EXPECT_EQ(split.idle_uj, 4'000'000);
  EXPECT_EQ(split.attributed_uj + split.remainder_uj, 0);
}

TEST(WindowSplitTest, IsAloneWhoUsedMostOfWhatWasUsed) {
  const auto is_alone = [](nanoseconds machine,
                           std::vector<nanoseconds> questions) {
    return SplitWindow(Second(machine, std::move(questions)), kThreeWatts)
        .shares[0]
        .is_alone;
  };
  EXPECT_TRUE(is_alone(milliseconds(20), {milliseconds(10)}));
  EXPECT_FALSE(is_alone(milliseconds(21), {milliseconds(10)}));
  EXPECT_FALSE(is_alone(milliseconds(0), {milliseconds(10), nanoseconds(1)}));
}

TEST(WindowSplitTest, UncertaintyIsSharedAsEnergyIs) {
  EnergyWindow window = Second(milliseconds(100), {milliseconds(10)});
  window.uncertainty_uj = 80'000;
  const WindowSplit split = SplitWindow(window, {3'000'000, 20'000});
  EXPECT_EQ(split.shares[0].uncertainty_uj, 10'001);
}

TEST(WindowSplitTest, TheLargestWindowDoesNotOverflow) {
  EnergyWindow window;
  window.end = EnergyWindow::kMaxLength;
  window.energy_uj = EnergyWindow::kMaxEnergyUj;
  window.uncertainty_uj = EnergyWindow::kMaxEnergyUj;
  // A thousand processors, all busy.
  window.machine_cpu_time = 1'000 * EnergyWindow::kMaxLength;
  window.uses.push_back({1, 500 * EnergyWindow::kMaxLength, 0, true});
  const WindowSplit split = SplitWindow(window, {0, 0});
  EXPECT_EQ(split.shares[0].energy_uj, EnergyWindow::kMaxEnergyUj / 2);
  EXPECT_EQ(split.remainder_uj, EnergyWindow::kMaxEnergyUj / 2);
}

std::vector<std::int64_t> Parts(std::int64_t amount,
                                const std::vector<std::uint64_t>& weights) {
  std::vector<std::int64_t> parts(weights.size());
  Apportion(amount, weights, parts);
  return parts;
}

TEST(PortionTest, DividesTheLargestNumbersExactly) {
  // (2^43 - 1) (2^40 - 2) / (2^40 - 1), in unbounded integers.
  const Portion portion =
      PortionOf(kMaxApportioned, kMaxTotalWeight - 1, kMaxTotalWeight);
  EXPECT_EQ(portion.whole, kMaxApportioned - 9);
  EXPECT_EQ(portion.remainder, kMaxTotalWeight - 7);
  EXPECT_EQ(PortionOf(kMaxApportioned, kMaxTotalWeight, kMaxTotalWeight).whole,
            kMaxApportioned);
}

TEST(PortionTest, NoWeightIsNoPart) {
  EXPECT_EQ(PortionOf(1'000, 0, 7).whole, 0);
  EXPECT_EQ(PortionOf(0, 7, 7).whole, 0);
}

TEST(PortionTest, AgreesWithDivisionWhereThatCanBeDone) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t total = 1 + random() % (std::uint64_t{1} << 30);
    const std::uint64_t weight = random() % (total + 1);
    const std::uint64_t amount = random() % (std::uint64_t{1} << 33);
    const Portion portion =
        PortionOf(static_cast<std::int64_t>(amount), weight, total);
    ASSERT_EQ(static_cast<std::uint64_t>(portion.whole),
              amount * weight / total);
    ASSERT_EQ(portion.remainder, amount * weight % total);
  }
}

TEST(ApportionTest, RoundsUpTheLargestRemainders) {
  // 10 x 1.5/4, 10 x 1.5/4, 10 x 1/4 = 3.75, 3.75, 2.5.
  EXPECT_THAT(Parts(10, {3, 3, 2}), ElementsAre(4, 4, 2));
}

TEST(ApportionTest, OfEqualRemaindersTheEarlierIsRoundedUp) {
  EXPECT_THAT(Parts(2, {1, 1, 1}), ElementsAre(1, 1, 0));
}

TEST(ApportionTest, WhoHasNoWeightGetsNothing) {
  EXPECT_THAT(Parts(7, {0, 5, 0}), ElementsAre(0, 7, 0));
}

TEST(ApportionTest, NothingIsDividedIntoNothing) {
  EXPECT_THAT(Parts(0, {1, 2}), ElementsAre(0, 0));
}

TEST(ApportionTest, PartsAddUpToTheWholeAndAreOffByLessThanOne) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 2'000; ++round) {
    std::vector<std::uint64_t> weights(
        static_cast<std::size_t>(1 + random() % 20));
    for (std::uint64_t& weight : weights) {
      weight = random() % (std::uint64_t{1} << (random() % 35));
    }
    weights.front() += 1;
    const auto amount = static_cast<std::int64_t>(random() % kMaxApportioned);
    const auto parts = Parts(amount, weights);
    const std::uint64_t total =
        std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    ASSERT_EQ(std::accumulate(parts.begin(), parts.end(), std::int64_t{0}),
              amount);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const std::int64_t down = PortionOf(amount, weights[i], total).whole;
      ASSERT_TRUE(parts[i] == down || parts[i] == down + 1);
    }
  }
}

}  // namespace
}  // namespace answerbox::daemon
