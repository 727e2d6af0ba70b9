// `collections.*`: what collections there are, and their upkeep.
#pragma once

#include "daemon/protocol/method.h"
#include "daemon/protocol/methods/services.h"

namespace answerbox::daemon {

void AddCollectionMethods(Services& services, MethodTable& table);

}  // namespace answerbox::daemon
