// `documents.*`: adding, replacing, removing, listing and reading documents.
#pragma once

#include "daemon/collections/store.h"
#include "daemon/dispatch/method.h"
#include "daemon/methods/audit_trail.h"
#include "daemon/methods/client_limits.h"

namespace answerbox::daemon {

// `store` outlives the methods. The methods own the open uploads of their
// connection, which are dropped when the methods are destroyed.
void AddDocumentMethods(CollectionStore& store, const AuditTrail& audit,
                        const ClientLimits& limits, const Caller& caller,
                        MethodTable& table);

}  // namespace answerbox::daemon
