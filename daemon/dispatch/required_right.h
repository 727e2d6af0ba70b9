// Whether a caller has the right that a call takes.
#pragma once

#include <boost/json/object.hpp>
#include <string_view>

#include "daemon/error.h"
#include "daemon/identity/access.h"
#include "daemon/identity/identity.h"
#include "protocol/calls/call.h"

namespace answerbox::daemon {

// Whether a request with these parameters may be carried out. It does not
// matter whether the collection exists, so that nobody learns that here. A
// request that names no collection is for the method to refuse, if the caller
// has the right anywhere. Errors: kForbidden. Allocates nothing but errors.
[[nodiscard]] Result<void> CheckRight(const RequiredRight& required,
                                      const Access& access,
                                      const Identity& caller,
                                      std::string_view method,
                                      const boost::json::object& params);

// The error of one who lacks `right` in `collection`.
[[nodiscard]] Error ForbiddenIn(std::string_view collection, Right right,
                                const Identity& caller,
                                std::string_view method);

}  // namespace answerbox::daemon
