// Who has which rights.
#pragma once

#include "daemon/identity/identity.h"
#include "daemon/identity/rights.h"

namespace answerbox::daemon {

// Who calls, and what he may do: of one connection, settled when it begins.
struct Caller {
  Identity identity;
  Rights rights;
};

// A Unix peer has all rights: the mode and group of the socket decide who can
// connect to it.
[[nodiscard]] Caller CallerOf(Identity identity);

}  // namespace answerbox::daemon
