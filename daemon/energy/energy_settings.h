// The settings of the energy monitor. Options set them: the defaults are here.
#pragma once

#include <chrono>
#include <filesystem>

#include "platform/power/discovery.h"

namespace answerbox::daemon {

struct EnergySettings {
  bool reads_sensor = true;         // False: no sensor is looked for.
  platform::SensorOptions sensors;  // `root` also holds procfs.
  // The operator's correction of readings, from which `sensors` gets its own.
  double gain = 1.0;
  double offset_w = 0.0;
  // Bounds of the sensor's own interval.
  std::chrono::milliseconds min_interval{100};
  std::chrono::milliseconds max_interval{1'000};
  std::chrono::milliseconds window{1'000};
  // Folder of stored usage and calibrations. Made if missing.
  std::filesystem::path folder;
};

}  // namespace answerbox::daemon
