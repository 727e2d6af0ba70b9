// Finds the sensors of this machine and chooses the one that the meter reads.
// docs/power.md explains it to users.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/power/candidates.h"
#include "platform/power/firmware_mailbox.h"

namespace answerbox::platform {

struct SensorOptions {
  // The folder of sysfs, procfs and /dev: "/" except in tests and containers.
  std::filesystem::path root = "/";
  // The name of the source to choose, even if it cannot be read now; empty: the
  // best one that offers itself.
  std::string sensor;
  // The shunt of the INA2xx breakout, or of the named INA3221; compared with
  // the driver's value.
  StatedShunt shunt;
  // A correction from the operator's own measurement. Applied to the chosen
  // source's values, after the source's own correction. In range.
  std::optional<Correction> correction;
  // Name of the model for estimates; empty: the model for this board.
  std::string model;
  PropertyCall property_call = CallProperty;
};

struct SensorFinding {
  SourceDescription description;
  bool is_chosen = false;
  std::string reason;  // Why it was or was not chosen.
  std::vector<std::string> warnings;
};

struct Discovery {
  // All sources that were found, the preferred first.
  std::vector<SensorFinding> findings;
  std::unique_ptr<PowerSource> chosen;  // Null if there is none.
  Correction correction;                // To apply to the readings of `chosen`.
  std::string problem;  // Why none was chosen, and what to do; else empty.
};

// Looks for all kinds of sensors and reads each once. If a source is named,
// only it can be chosen. Otherwise the first source is chosen that offers
// itself and can be read. The order: sources of the whole board before those of
// a part, certain before uncertain ones, estimates last.
[[nodiscard]] Discovery DiscoverSensors(const SensorOptions& options);

}  // namespace answerbox::platform
