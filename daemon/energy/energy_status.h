// Reports of the energy monitor.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "daemon/energy/energy_ledger.h"
#include "daemon/energy/energy_window.h"
#include "platform/power/discovery.h"
#include "platform/power/energy_meter.h"

namespace answerbox::daemon {

// The sensors that were found, and the health of the one in use.
struct SensorList {
  std::vector<platform::SensorFinding> findings;
  std::string problem;  // Why no sensor is in use; else empty.
  platform::SensorHealth health;
};

// The state at the end of the last step.
struct EnergyStatus {
  std::string sensor;  // Empty: none.
  platform::Coverage coverage = platform::Coverage::kBoardInput;
  platform::SensorHealth health;
  std::string problem;
  std::chrono::microseconds interval{0};
  std::chrono::microseconds window{0};
  std::optional<std::int64_t> power_uw;  // Of the last step.
  std::optional<IdlePower> idle;
  std::int64_t idle_drift_uw = 0;
  std::int64_t calibrated_at = 0;  // Seconds since 1970; 0: never.
  EnergyTotals totals;  // Since the start or since the sensor was found.
  // Mean power of the last windows, oldest first.
  std::vector<std::optional<std::int64_t>> history_uw;
  std::uint64_t lost_questions = 0;
  // Questions whose energy is known, but whose record the audit log did not
  // take.
  std::uint64_t unrecorded_questions = 0;
  // CPU time and elapsed time of sampling.
  std::chrono::nanoseconds sampler_cpu_time{0};
  std::chrono::microseconds sampler_time{0};
};

}  // namespace answerbox::daemon
