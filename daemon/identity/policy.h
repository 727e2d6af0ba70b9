// Who has which rights.
#pragma once

#include "daemon/identity/identity.h"
#include "daemon/identity/rights.h"

namespace answerbox::daemon {

// Who calls, and what they may do. Settled when a connection begins.
struct Caller {
  Identity identity;
  Rights rights;
};

// A Unix peer has all rights: the mode and group of the socket decide who can
// connect to it.
[[nodiscard]] Caller CallerOf(Identity identity);

}  // namespace answerbox::daemon
