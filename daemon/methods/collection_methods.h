// `collections.*`: what collections there are, and their upkeep.
#pragma once

#include "daemon/collections/store.h"
#include "daemon/dispatch/method.h"
#include "daemon/identity/access_control.h"
#include "daemon/methods/audit_trail.h"

namespace answerbox::daemon {

// `store` and `access` outlive the methods.
void AddCollectionMethods(CollectionStore& store, const AuditTrail& audit,
                          const AccessControl& access, const Identity& caller,
                          MethodTable& table);

}  // namespace answerbox::daemon
