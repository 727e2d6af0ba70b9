// Which sensors this machine has, and which of them the meter is to read.
// docs/power.md tells users the same.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/power/candidate.h"
#include "platform/power/firmware_mailbox.h"

namespace answerbox::platform {

struct SensorOptions {
  // Where sysfs, procfs and /dev are looked for: "/", but in tests and
  // containers.
  std::filesystem::path root = "/";
  // The source to read, by name, even when it can't be read at present; empty
  // for the best that offers itself.
  std::string sensor;
  // Of the breakout, or of the INA3221 that is named; compared with what the
  // driver assumes.
  StatedShunt shunt;
  // What a meter of one's own has shown: applied to the chosen source's values,
  // after any correction that comes with it. In range.
  std::optional<Correction> correction;
  // Of the estimate; empty for the one that fits the board.
  std::string model;
  PropertyCall property_call = CallProperty;
};

struct SensorFinding {
  SourceDescription description;
  bool is_chosen = false;
  std::string reason;  // Why it was chosen, or why not.
  std::vector<std::string> warnings;
};

struct Discovery {
  // Every place where power could be read, the preferred first.
  std::vector<SensorFinding> findings;
  std::unique_ptr<PowerSource> chosen;  // Null when there is none.
  Correction correction;                // To apply to what `chosen` reads.
  std::string problem;  // Why nothing was chosen, and what to do; else empty.
};

// Looks for all kinds of sensors and reads each once. Chosen is the one that
// was named, or the first of those that offer themselves and can be read: what
// covers the whole board before what covers a part, what is certain before what
// is assumed, and an estimate last. Never another than the one that was named.
[[nodiscard]] Discovery DiscoverSensors(const SensorOptions& options);

}  // namespace answerbox::platform
