#include "daemon/energy/window_split.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

constexpr IdlePower kThreeWatts{3'000'000, 0};

// A second of 4 J, in which all programs together used `machine` of CPU time.
EnergyWindow Second(nanoseconds machine, std::vector<nanoseconds> questions) {
  EnergyWindow window;
  window.end = seconds(1);
  window.energy_uj = 4'000'000;
  window.machine_cpu_time = machine;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    window.uses.push_back({i + 1, questions[i], true});
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
  window.uses.push_back({1, 500 * EnergyWindow::kMaxLength, true});
  const WindowSplit split = SplitWindow(window, {0, 0});
  EXPECT_EQ(split.shares[0].energy_uj, EnergyWindow::kMaxEnergyUj / 2);
  EXPECT_EQ(split.remainder_uj, EnergyWindow::kMaxEnergyUj / 2);
}

}  // namespace
}  // namespace answerbox::daemon
