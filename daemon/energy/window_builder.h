// Gathers a meter's steps into windows. They are long enough for the kernel's
// count of CPU time, which has a resolution of 10 ms.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "daemon/energy/energy_window.h"
#include "platform/power/energy_meter.h"
#include "platform/power/power_source.h"

namespace answerbox::daemon {

class WindowBuilder {
 public:
  // A window closes with the first step that makes it `length` or longer.
  // `length` is at most EnergyWindow::kMaxLength; `description` is that of the
  // metered source.
  WindowBuilder(const platform::SourceDescription& description,
                std::chrono::microseconds length);

  // Takes the meter's next step, and returns the window that it closes, if any.
  // The caller adds the CPU times. The window's energy is unknown when that of
  // a step is unknown, or when the window is longer than kMaxLength because the
  // sampler was stopped for a while.
  [[nodiscard]] std::optional<EnergyWindow> Add(
      const platform::MeterStep& step);

  // Closes the present window, if there is one, however short it is.
  [[nodiscard]] std::optional<EnergyWindow> Finish();

 private:
  [[nodiscard]] std::int64_t UncertaintyOf(const EnergyWindow& window) const;

  std::chrono::microseconds length_;
  platform::ReadingKind kind_;
  std::int64_t resolution_;
  std::int64_t uncertainty_ppm_;
  std::optional<EnergyWindow> open_;
};

}  // namespace answerbox::daemon
