// Rights as JSON, in the users file as in requests and replies:
//
//   "grants":[{"rights":["ask","read"],"collections":"manual-*"}],
//   "topics":{"publish":["home/%u/#"],"subscribe":["home/#"]}
#pragma once

#include <boost/json/value.hpp>
#include <vector>

#include "daemon/error.h"
#include "daemon/identity/principal.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// Errors: kInvalidParams for another shape. What the shape holds is for
// CheckPrincipal.
[[nodiscard]] Result<std::vector<Grant>> ReadGrants(
    const boost::json::value& grants);
[[nodiscard]] Result<TopicRights> ReadTopics(const boost::json::value& topics);

// Members "grants", "theta" (unless it has none) and "topics" of the object
// that `writer` is in.
void WriteRights(JsonWriter& writer, const Principal& principal);

}  // namespace answerbox::daemon
