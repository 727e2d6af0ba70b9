// `audit.*`: signing heads of the audit log, and changing its key.
#pragma once

#include "daemon/audit/audit_log.h"
#include "daemon/dispatch/method.h"

namespace answerbox::daemon {

// `log` outlives the methods; null: there is no log.
void AddAuditMethods(AuditLog* log, MethodTable& table);

}  // namespace answerbox::daemon
