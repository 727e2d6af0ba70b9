// `status`: how the daemon fares.
#pragma once

#include "daemon/protocol/method.h"
#include "daemon/protocol/methods/services.h"

namespace answerbox::daemon {

void AddStatusMethod(Services& services, MethodTable& table);

}  // namespace answerbox::daemon
