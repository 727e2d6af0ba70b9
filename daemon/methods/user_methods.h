// `users.*`: who has an entry, a password and rights.
#pragma once

#include "daemon/dispatch/method.h"
#include "daemon/identity/access_control.h"
#include "daemon/methods/audit_trail.h"

namespace answerbox::daemon {

// `access` outlives the methods.
void AddUserMethods(AccessControl& access, const AuditTrail& audit,
                    const Identity& caller, MethodTable& table);

}  // namespace answerbox::daemon
