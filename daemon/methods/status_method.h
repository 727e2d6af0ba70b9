// `status`: how the daemon fares.
#pragma once

#include "daemon/dispatch/method.h"
#include "daemon/methods/services.h"

namespace answerbox::daemon {

void AddStatusMethod(Services& services, MethodTable& table);

}  // namespace answerbox::daemon
