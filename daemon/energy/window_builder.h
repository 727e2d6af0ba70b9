// Gathers a meter's steps into windows: long enough that the kernel's count of
// CPU time, which goes by ticks of 10 ms, is not all rounding.
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
  // Windows close with the first step that makes them `length` or longer, at
  // most EnergyWindow::kMaxLength. `description`: of the source that is
  // metered.
  WindowBuilder(const platform::SourceDescription& description,
                std::chrono::microseconds length);

  // Takes the meter's next step, and returns the window that it closes. CPU
  // times are the caller's to add. Energy is unknown when that of one step is,
  // or when the window became longer than any may be: the sampler had been
  // stopped.
  [[nodiscard]] std::optional<EnergyWindow> Add(
      const platform::MeterStep& step);

  // Closes the window under way, if there is one, however short it is.
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
