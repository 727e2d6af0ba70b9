// `collections.*`: what collections there are, and their upkeep.
#pragma once

#include "daemon/dispatch/method.h"
#include "daemon/methods/services.h"

namespace answerbox::daemon {

void AddCollectionMethods(Services& services, const Caller& caller,
                          MethodTable& table);

}  // namespace answerbox::daemon
