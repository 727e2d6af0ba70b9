// `documents.*`: adding, replacing, removing, listing and reading documents.
// The uploads that a connection has open live in its methods and go with them.
#pragma once

#include "daemon/collections/store.h"
#include "daemon/dispatch/method.h"
#include "daemon/identity/access_control.h"
#include "daemon/methods/audit_trail.h"
#include "daemon/methods/client_limits.h"

namespace answerbox::daemon {

// `store` and `access` outlive the methods.
void AddDocumentMethods(CollectionStore& store, const AuditTrail& audit,
                        const ClientLimits& limits, const AccessControl& access,
                        const Identity& caller, MethodTable& table);

}  // namespace answerbox::daemon
