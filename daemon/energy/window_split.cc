#include "daemon/energy/window_split.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <numeric>

#include "daemon/energy/apportion.h"

namespace answerbox::daemon {
namespace {

constexpr std::int64_t kMicrosecondsPerSecond = 1'000'000;

std::int64_t EnergyOf(std::int64_t power_uw, std::chrono::microseconds time) {
  return (power_uw * time.count() + kMicrosecondsPerSecond / 2) /
         kMicrosecondsPerSecond;
}

std::uint64_t WeightOf(std::chrono::nanoseconds cpu_time) {
  return static_cast<std::uint64_t>(
      std::max<std::int64_t>(cpu_time.count(), 0));
}

// The CPU times of the questions, then that of all other programs. Their sum is
// 1 to kMaxTotalWeight.
std::vector<std::uint64_t> WeightsOf(const EnergyWindow& window) {
  std::vector<std::uint64_t> weights;
  weights.reserve(window.uses.size() + 1);
  std::uint64_t questions = 0;
  for (const QuestionUse& use : window.uses) {
    weights.push_back(WeightOf(use.cpu_time));
    questions += weights.back();
  }
  const std::uint64_t machine = WeightOf(
      window.machine_cpu_time.value_or(std::chrono::nanoseconds::zero()));
  weights.push_back(machine > questions ? machine - questions : 0);
  std::uint64_t total = std::max(machine, questions);
  for (; total > kMaxTotalWeight; total /= 2) {
    for (std::uint64_t& weight : weights) weight /= 2;
  }
  // Without any CPU time, other programs get all of the energy.
  if (total == 0) weights.back() = 1;
  return weights;
}

}  // namespace

WindowSplit SplitWindow(const EnergyWindow& window, const IdlePower& idle) {
  assert(IsSplittable(window) && *window.energy_uj >= 0);
  assert(*window.energy_uj <= EnergyWindow::kMaxEnergyUj);
  assert(window.length() <= EnergyWindow::kMaxLength);
  const std::vector<std::uint64_t> weights = WeightsOf(window);
  const std::uint64_t total =
      std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});

  WindowSplit split;
  split.idle_uj =
      std::min(EnergyOf(idle.power_uw, window.length()), *window.energy_uj);
  std::vector<std::int64_t> parts(weights.size());
  Apportion(*window.energy_uj - split.idle_uj, weights, parts);

  const std::int64_t uncertainty_uj =
      window.uncertainty_uj + EnergyOf(idle.uncertainty_uw, window.length());
  for (std::size_t i = 0; i < window.uses.size(); ++i) {
    QuestionShare share;
    share.energy_uj = parts[i];
    // Plus 1 for rounding to whole microjoules.
    share.uncertainty_uj =
        PortionOf(uncertainty_uj, weights[i], total).whole + 1;
    share.is_alone = window.uses.size() == 1 && weights[0] >= weights[1];
    split.shares.push_back(share);
    split.attributed_uj += share.energy_uj;
  }
  split.remainder_uj = parts.back();
  return split;
}

}  // namespace answerbox::daemon
