// `energy.sensors`, `energy.status`, `energy.question`, `energy.report`: what
// the machine draws, and what questions cost.
#pragma once

#include "daemon/dispatch/method.h"
#include "daemon/methods/services.h"

namespace answerbox::daemon {

void AddEnergyMethods(Services& services, MethodTable& table);

}  // namespace answerbox::daemon
