// Replies to changes of documents, and their audit records.
#pragma once

#include <string>
#include <string_view>

#include "daemon/collections/store.h"
#include "daemon/dispatch/reply.h"
#include "daemon/error.h"
#include "daemon/methods/records/audit_trail.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// Writes the members that say how large the document is.
void WriteCounts(JsonWriter& json, const DocumentSummary& document);

// Writes an entry of a list of documents.
void WriteListed(JsonWriter& json, const DocumentSummary& document);

// Sends the error of a change. What an exam refused goes on record first.
void SendRefusal(const AuditTrail& audit, const std::string& collection,
                 const Error& error, const Reply& reply);

// Lets a change pass that its guard refuses, but only once it is on record.
// Empty unless `force`.
[[nodiscard]] OnForced ForceIf(bool force, const AuditTrail& audit,
                               std::string collection);

[[nodiscard]] Completion<DocumentSummary> ReplyWithDocument(
    const AuditTrail& audit, std::string_view collection, const Reply& reply);

// Each document gets a record of its own, as if it had been changed alone.
void ReplyWithChange(const AuditTrail& audit, const std::string& collection,
                     const StagedSummary& made, const Reply& reply);

struct Removal {
  std::string collection;
  std::string name;
  bool erase = false;
  bool wants_progress = false;
  Reply reply;
};

// Replies to a removal that is on record, after erasing if that was asked for.
void ReplyToRemoval(CollectionStore& store, const Removal& removal,
                    const Result<Recorded>& record);

// The error when erasing failed after a removal. The document stays removed,
// and is erased later.
[[nodiscard]] Error NotErased(Error error);

}  // namespace answerbox::daemon
