// `audit.*`: heads of the audit log, and its key.
#pragma once

#include "daemon/dispatch/method.h"
#include "daemon/methods/services.h"

namespace answerbox::daemon {

void AddAuditMethods(Services& services, MethodTable& table);

}  // namespace answerbox::daemon
