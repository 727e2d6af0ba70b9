// `status`: the status of the daemon.
#pragma once

#include "daemon/dispatch/method.h"
#include "daemon/methods/daemon_status.h"

namespace answerbox::daemon {

void AddStatusMethod(const StatusServices& services, MethodTable& table);

}  // namespace answerbox::daemon
