// `energy.calibrate`: a batch of real questions against rest.
#pragma once

#include "daemon/protocol/method.h"
#include "daemon/protocol/methods/services.h"

namespace answerbox::daemon {

void AddCalibrateMethod(Services& services, MethodTable& table);

}  // namespace answerbox::daemon
