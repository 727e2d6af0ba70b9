// `status`: how the daemon fares.
#pragma once

#include "daemon/dispatch/method.h"
#include "daemon/identity/access_control.h"
#include "daemon/methods/daemon_status.h"

namespace answerbox::daemon {

// `access` outlives the method. A caller who may not manage every collection is
// told nothing of the machine, of other callers, and of collections that it may
// neither ask nor read.
void AddStatusMethod(const StatusServices& services,
                     const AccessControl& access, const Identity& caller,
                     MethodTable& table);

}  // namespace answerbox::daemon
