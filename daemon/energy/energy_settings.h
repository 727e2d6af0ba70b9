// What the options say about energy.
#pragma once

#include <chrono>
#include <filesystem>

#include "platform/power/discovery.h"

namespace answerbox::daemon {

struct EnergySettings {
  bool reads_sensor = true;         // False: no sensor is looked for.
  platform::SensorOptions sensors;  // Its root is that of procfs as well.
  // The sensor's own interval is used where it lies between these.
  std::chrono::milliseconds min_interval{100};
  std::chrono::milliseconds max_interval{1'000};
  std::chrono::milliseconds window{1'000};
  // Where sums and calibrations are kept; made if missing.
  std::filesystem::path folder;
};

}  // namespace answerbox::daemon
