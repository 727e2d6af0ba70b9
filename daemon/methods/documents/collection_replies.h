// How a collection is told: in a list, and after a change of it.
#pragma once

#include <string_view>

#include "daemon/collections/store.h"
#include "daemon/dispatch/reply.h"
#include "daemon/methods/records/audit_trail.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// Leaves the object open, so that callers can add members.
void WriteCollection(JsonWriter& json, const CollectionSummary& collection);

// Records the change and replies with the collection.
//   action  a literal
[[nodiscard]] Completion<CollectionSummary> ReplyWithCollection(
    std::string_view action, const AuditTrail& audit, const Reply& reply);

}  // namespace answerbox::daemon
