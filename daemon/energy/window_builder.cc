#include "daemon/energy/window_builder.h"

#include <cassert>
#include <utility>

namespace answerbox::daemon {
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
