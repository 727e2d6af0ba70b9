// `energy.sensors`, `energy.status`, `energy.question`, `energy.report`: what
// the machine draws, and what questions cost.
#pragma once

#include "daemon/dispatch/method.h"
#include "daemon/energy/energy_monitor.h"

namespace answerbox::daemon {

// `energy` outlives the methods.
void AddEnergyMethods(EnergyMonitor& energy, MethodTable& table);

}  // namespace answerbox::daemon
