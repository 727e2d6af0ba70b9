#include "daemon/energy/energy_window.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <utility>

namespace answerbox::daemon {
namespace {

// Rounded to the nearest microjoule. With kMaxPowerUw and kMaxLength the
// product stays below 2^63.
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
  // A kernel that counts by ticks may count less time than the questions' own
  // clocks. Others then get nothing, as a weight can't be negative.
  const std::uint64_t machine = WeightOf(
      window.machine_cpu_time.value_or(std::chrono::nanoseconds::zero()));
  weights.push_back(machine > questions ? machine - questions : 0);
  std::uint64_t total = std::max(machine, questions);
  // This happens with more than 100 processors busy for ten seconds. Halving
  // all weights changes the shares by no more than rounding.
  for (; total > kMaxTotalWeight; total /= 2) {
    for (std::uint64_t& weight : weights) weight /= 2;
  }
  // Without any CPU time, other programs get all of the energy.
  if (total == 0) weights.back() = 1;
  return weights;
}

// Half the digits of a weight.
constexpr int kHalfBits = 20;
constexpr std::uint64_t kLowHalf = (std::uint64_t{1} << kHalfBits) - 1;

}  // namespace

Portion PortionOf(std::int64_t amount, std::uint64_t weight,
                  std::uint64_t total) noexcept {
  assert(amount >= 0 && amount <= kMaxApportioned);
  assert(weight <= total && total >= 1 && total <= kMaxTotalWeight);
  // Long division with two digits of 20 bits: amount x digit is below 2^63, a
  // remainder and the next digit together below 2^60 + 2^63.
  const auto dividend = static_cast<std::uint64_t>(amount);
  const std::uint64_t high = dividend * (weight >> kHalfBits);
  const std::uint64_t low =
      (high % total << kHalfBits) + dividend * (weight & kLowHalf);
  const std::uint64_t whole = (high / total << kHalfBits) + low / total;
  return {static_cast<std::int64_t>(whole), low % total};
}

void Apportion(std::int64_t amount, std::span<const std::uint64_t> weights,
               std::span<std::int64_t> parts) {
  assert(weights.size() == parts.size());
  const std::uint64_t total =
      std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  std::vector<std::uint64_t> remainders(weights.size());
  std::int64_t left = amount;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Portion portion = PortionOf(amount, weights[i], total);
    parts[i] = portion.whole;
    remainders[i] = portion.remainder;
    left -= portion.whole;
  }
  // There are fewer units left than parts with a remainder.
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // The sort is stable, so that equal remainders are rounded up from the front,
  // and the same window gives the same shares on every machine.
  std::stable_sort(order.begin(), order.end(),
                   [&remainders](std::size_t a, std::size_t b) {
                     return remainders[a] > remainders[b];
                   });
  for (std::size_t i = 0; left > 0; ++i, --left) ++parts[order[i]];
}

WindowSplit SplitWindow(const EnergyWindow& window, const IdlePower& idle) {
  assert(window.is_splittable() && *window.energy_uj >= 0);
  assert(*window.energy_uj <= EnergyWindow::kMaxEnergyUj);
  assert(window.length() <= EnergyWindow::kMaxLength);
  const std::vector<std::uint64_t> weights = WeightsOf(window);
  const std::uint64_t total =
      std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});

  WindowSplit split;
  // A machine may use less power than the baseline, for example after it has
  // cooled down. Then all of the window counts as rest, and questions cost
  // nothing: a share is never negative.
  split.idle_uj =
      std::min(EnergyOf(idle.power_uw, window.length()), *window.energy_uj);
  std::vector<std::int64_t> parts(weights.size());
  Apportion(*window.energy_uj - split.idle_uj, weights, parts);

  // The errors are added, not their squares: that of the sensor and that of the
  // baseline come from the same sensor and do not cancel out.
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

namespace {

constexpr std::int64_t kMillion = 1'000'000;

}  // namespace

WindowBuilder::WindowBuilder(const platform::SourceDescription& description,
                             std::chrono::microseconds length)
    : length_(length),
      kind_(description.kind),
      resolution_(description.correction.Scaled(
          static_cast<std::int64_t>(description.resolution))),
      uncertainty_ppm_(description.uncertainty_ppm) {
  assert(length <= EnergyWindow::kMaxLength);
}

std::optional<EnergyWindow> WindowBuilder::Add(
    const platform::MeterStep& step) {
  // The meter's first step has no length and no energy.
  if (step.duration() == std::chrono::microseconds::zero()) return std::nullopt;
  if (!open_) {
    open_.emplace();
    open_->begin = step.begin;
    open_->energy_uj = 0;
  }
  open_->end = step.end;
  // A window with a gap is unknown as a whole: its known part alone would look
  // like too little energy.
  if (!step.energy_uj) open_->energy_uj.reset();
  if (open_->energy_uj) *open_->energy_uj += *step.energy_uj;
  if (open_->length() < length_) return std::nullopt;
  return Finish();
}

std::optional<EnergyWindow> WindowBuilder::Finish() {
  if (!open_) return std::nullopt;
  EnergyWindow window = *std::exchange(open_, std::nullopt);
  // The sampler was stopped, as when a laptop sleeps, or the sensor gave an
  // absurd value. Sums beyond these bounds would overflow later.
  if (window.length() > EnergyWindow::kMaxLength ||
      window.energy_uj > EnergyWindow::kMaxEnergyUj) {
    window.energy_uj.reset();
  }
  if (window.energy_uj) window.uncertainty_uj = UncertaintyOf(window);
  return window;
}

// Returns the sensor's relative error plus its resolution: half a step of power
// over the whole window, or one step of an energy counter.
std::int64_t WindowBuilder::UncertaintyOf(const EnergyWindow& window) const {
  const std::int64_t gain_uj =
      // The product is computed in two parts, so that it stays in 64 bits.
      *window.energy_uj / kMillion * uncertainty_ppm_ +
      *window.energy_uj % kMillion * uncertainty_ppm_ / kMillion;
  const std::int64_t step_uj =
      kind_ == platform::ReadingKind::kPower
          ? resolution_ * window.length().count() / (2 * kMillion)
          : resolution_;
  return gain_uj + step_uj;
}

}  // namespace answerbox::daemon
