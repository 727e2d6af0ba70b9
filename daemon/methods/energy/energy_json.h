// The member `energy` of replies: docs/socket-protocol.md, "Energy in the
// reply".
#pragma once

#include <chrono>

#include "daemon/energy/energy_monitor.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// Writes `energy`; the writer is within an object. What the question cost is
// estimated, by the rate of earlier windows: its own is still open. Takes no
// lock.
//   cpu_time  of the question; 0 if nobody could measure it
void WriteEnergy(JsonWriter& json, const EnergyMonitor& energy,
                 QuestionNumber question, std::chrono::nanoseconds cpu_time);

}  // namespace answerbox::daemon
