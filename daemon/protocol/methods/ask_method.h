// `ask`: from parameters to an answer with its citations.
#pragma once

#include "daemon/protocol/method.h"
#include "daemon/protocol/methods/services.h"

namespace answerbox::daemon {

void AddAskMethod(Services& services, MethodTable& table);

}  // namespace answerbox::daemon
