// Replies to changes of documents, and their audit records.
#pragma once

#include <string>
#include <string_view>

#include "daemon/collections/store.h"
#include "daemon/dispatch/reply.h"
#include "daemon/error.h"
#include "daemon/methods/records/audit_trail.h"
#include "daemon/methods/services.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// Writes the members that say how large the document is.
void WriteCounts(JsonWriter& json, const DocumentSummary& document);

// Writes an entry of a list of documents.
void WriteListed(JsonWriter& json, const DocumentSummary& document);

// Who changes documents, and where. Outlives the method.
struct Changer {
  AuditTrail audit;
  std::string collection;
  bool may_read = false;  // The collection.
};

// Sends the error of a change. A refusal by an exam is recorded first; who may
// not read the collection gets its counts alone.
void SendRefusal(const Changer& changer, const Error& error,
                 const Reply& reply);

// Returns a function that lets a change pass although its guard refuses it,
// once that is on record. Returns an empty function unless `force`.
[[nodiscard]] OnForced ForceIf(bool force, const AuditTrail& audit,
                               std::string collection);

[[nodiscard]] Completion<DocumentSummary> ReplyWithDocument(
    const Changer& changer, const Reply& reply);

// Records each document as if it had been changed alone, then replies.
void ReplyWithChange(const AuditTrail& audit, const std::string& collection,
                     const StagedSummary& made, const Reply& reply);

struct Removal {
  std::string collection;
  std::string name;
  bool erase = false;
  bool wants_progress = false;
  Reply reply;
};

// Replies to a recorded removal, after erasing the document if that was
// requested.
void ReplyToRemoval(Services& services, const Removal& removal,
                    const Result<Recorded>& record);

// Returns the error for a removal whose erasing failed. The document stays
// removed, and is erased later.
[[nodiscard]] Error NotErased(Error error);

// Writes a collection, for a list or after a change of it. Leaves the object
// open, so that callers can add members.
void WriteCollection(JsonWriter& json, const CollectionSummary& collection);

// Records the change and replies with the collection.
//   action  a literal
[[nodiscard]] Completion<CollectionSummary> ReplyWithCollection(
    std::string_view action, const AuditTrail& audit, const Reply& reply);
// The same where the collection has other documents now, or kept ones are gone:
// answers that wait and quote it are withdrawn before the reply.
[[nodiscard]] Completion<CollectionSummary> ReplyWithOtherDocuments(
    std::string_view action, Services& services, const AuditTrail& audit,
    const Reply& reply);

}  // namespace answerbox::daemon
