// `ask`: from parameters to an answer with its citations.
#pragma once

#include "daemon/dispatch/method.h"
#include "daemon/methods/services.h"

namespace answerbox::daemon {

// `caller` is who asks: records and the energy of questions go to its name.
void AddAskMethod(Services& services, const Caller& caller, MethodTable& table);

}  // namespace answerbox::daemon
