// `documents.*`: adding, replacing, removing, listing and reading documents.
// The uploads that a connection has open live in its methods and go with them.
#pragma once

#include "daemon/dispatch/method.h"
#include "daemon/methods/services.h"

namespace answerbox::daemon {

void AddDocumentMethods(Services& services, const Caller& caller,
                        MethodTable& table);

}  // namespace answerbox::daemon
