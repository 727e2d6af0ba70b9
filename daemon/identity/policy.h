// Who has which rights.
#pragma once

#include "daemon/identity/identity.h"
#include "daemon/identity/rights.h"

namespace answerbox::daemon {

// A caller's identity and rights. Fixed when a connection begins.
struct Caller {
  Identity identity;
  Rights rights;
};

// A Unix peer has all rights: the mode and group of the socket decide who can
// connect to it.
[[nodiscard]] Caller CallerOf(Identity identity);

}  // namespace answerbox::daemon
