// `audit.*`: heads of the audit log, and its key.
#pragma once

#include "daemon/protocol/method.h"
#include "daemon/protocol/methods/services.h"

namespace answerbox::daemon {

void AddAuditMethods(Services& services, MethodTable& table);

}  // namespace answerbox::daemon
