// `energy.sensors`, `energy.status`, `energy.question`, `energy.report`: the
// machine's power, and the energy of questions.
#pragma once

#include "daemon/dispatch/method.h"
#include "daemon/energy/energy_monitor.h"

namespace answerbox::daemon {

// `energy` outlives the methods.
void AddEnergyMethods(EnergyMonitor& energy, MethodTable& table);

}  // namespace answerbox::daemon
