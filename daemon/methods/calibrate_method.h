// `energy.calibrate`: a batch of real questions against rest.
#pragma once

#include "daemon/dispatch/method.h"
#include "daemon/methods/services.h"

namespace answerbox::daemon {

void AddCalibrateMethod(Services& services, MethodTable& table);

}  // namespace answerbox::daemon
