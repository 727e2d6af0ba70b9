// A simulated board with simulated time. A calibration reads it through a
// simulated power chip.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>

#include "daemon/energy/calibrator.h"
#include "platform/power/energy_meter.h"
#include "platform/power/power_source.h"

namespace answerbox::tests {

// An INA226 that shows a given power, rounded to the steps of the chip.
class SimulatedChip final : public platform::PowerSource {
 public:
  static constexpr std::int64_t kResolutionUw = 6'250;

  SimulatedChip() : PowerSource(Describe()) {}

  [[nodiscard]] platform::Result<platform::Reading> Read() override {
    const std::int64_t steps = (power_uw + kResolutionUw / 2) / kResolutionUw;
    return platform::SingleReading(
        static_cast<std::uint64_t>(steps * kResolutionUw));
  }

  std::int64_t power_uw = 0;

 private:
  static platform::SourceDescription Describe() {
    platform::SourceDescription description;
    description.name = "simulated";
    description.resolution = kResolutionUw;
    description.max_power_uw = 100'000'000;
    return description;
  }
};

// Draws 3 W +- 1 % at rest, warms up steadily, and uses `question_uj` +- 20 %
// more for each question.
class SimulatedBoard final : public daemon::EnergySteps {
 public:
  static constexpr std::chrono::microseconds kInterval{100'000};
  static constexpr std::chrono::microseconds kQuestion{1'000};

  SimulatedBoard(std::uint64_t seed, double question_uj)
      : random_(seed), question_uj_(question_uj) {
    auto chip = std::make_unique<SimulatedChip>();
    chip_ = chip.get();
    meter_ = std::make_unique<platform::EnergyMeter>(std::move(chip),
                                                     platform::Correction());
    Sample();
  }

  // Asks one question, which takes simulated time.
  bool Ask() {
    std::normal_distribution<double> cost(question_uj_, question_uj_ / 5);
    question_uw_ = cost(random_) * 1e6 / static_cast<double>(kQuestion.count());
    Pass(kQuestion);
    question_uw_ = 0;
    return true;
  }

  [[nodiscard]] std::optional<platform::SourceDescription> Source() override {
    return meter_->description();
  }
  [[nodiscard]] std::uint64_t steps() const noexcept override {
    return mark_.number;
  }
  [[nodiscard]] std::optional<daemon::StepMark> WaitForStep(
      std::uint64_t after) override {
    while (mark_.number <= after) Pass(kInterval);
    return mark_;
  }

 private:
  void Pass(std::chrono::microseconds time) {
    now_ += time;
    if (now_ < next_) return;
    next_ += kInterval;
    Sample();
  }

  void Sample() {
    std::normal_distribution<double> wavering(0, 30'000);
    rest_uw_ += 50;
    chip_->power_uw =
        static_cast<std::int64_t>(rest_uw_ + wavering(random_) + question_uw_);
    mark_.Add(meter_->Sample(now_));
  }

  std::mt19937_64 random_;
  double question_uj_;
  double question_uw_ = 0;  // Of the present question.
  double rest_uw_ = 3'000'000;
  SimulatedChip* chip_;
  std::unique_ptr<platform::EnergyMeter> meter_;
  std::chrono::microseconds now_{0};
  std::chrono::microseconds next_ = kInterval;
  daemon::StepMark mark_;
};

}  // namespace answerbox::tests
