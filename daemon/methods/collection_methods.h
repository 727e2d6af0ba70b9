// `collections.*`: listing, making, changing and maintaining collections.
#pragma once

#include "daemon/collections/store.h"
#include "daemon/dispatch/method.h"
#include "daemon/methods/audit_trail.h"

namespace answerbox::daemon {

// `store` outlives the methods.
void AddCollectionMethods(CollectionStore& store, const AuditTrail& audit,
                          const Caller& caller, MethodTable& table);

}  // namespace answerbox::daemon
