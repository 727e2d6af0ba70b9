// The member `energy` of replies: docs/socket-protocol.md, "Energy in the
// reply".
#pragma once

#include <chrono>

#include "daemon/energy/energy_monitor.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// Writes the member `energy` into the object of the writer. The question's
// energy is estimated by the rate of earlier windows, as its own window is
// still open. Takes no lock.
//   cpu_time  of the question; 0 if nobody could measure it
void WriteEnergy(JsonWriter& json, const EnergyMonitor& energy,
                 QuestionNumber question, std::chrono::nanoseconds cpu_time);

}  // namespace answerbox::daemon
