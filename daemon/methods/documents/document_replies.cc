#include "daemon/methods/documents/document_replies.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "daemon/awaited.h"
#include "daemon/exam/guard_examiner.h"
#include "daemon/methods/documents/collection_params.h"
#include "daemon/methods/question_params.h"
#include "protocol/account/account_json.h"
#include "protocol/exam/guard_text.h"

namespace answerbox::daemon {
namespace {

// Collects the outcomes of the records of a staged change. Sends the reply when
// the last record is made.
struct ChangeReply {
  // The callbacks of all records share this object. The last one destroys it,
  // and so sends the reply.
  ~ChangeReply() {
    if (error) {
      reply.Send(*error);
      return;
    }
    WriteRecord(result, run);
    reply.Send(result.EndObject().Take());
  }

  Reply reply;
  JsonWriter result;  // An object that is open.
  std::mutex mutex = {};
  Recorded run = {};  // Of the first record.
  std::optional<Error> error = {};
};

std::string ResultOf(const Removal& removal, const Recorded& record) {
  JsonWriter json;
  json.BeginObject().Key("name").String(removal.name);
  json.Key("removed").Bool(true);
  if (removal.erase) json.Key("erased").Bool(true);
  WriteRecord(json, record);
  return json.EndObject().Take();
}

MadeChange AdditionOf(const DocumentSummary& added) {
  MadeChange change{added.replaced ? "replace" : "add",
                    added.collection,
                    added.name,
                    added.sha256,
                    {}};
  if (added.account) change.words = added.account->total;
  return change;
}

}  // namespace

void WriteCounts(JsonWriter& json, const DocumentSummary& document) {
  json.Key("bytes").Integer(document.bytes);
  json.Key("sha256").Hexadecimal(document.sha256);
  json.Key("pages").Integer(document.pages);
  json.Key("blocks").Integer(document.blocks);
  if (document.pictures > 0) json.Key("pictures").Integer(document.pictures);
  json.Key("chunks").Integer(document.chunks);
  json.Key("sentences").Integer(document.sentences);
}

void WriteListed(JsonWriter& json, const DocumentSummary& document) {
  json.BeginObject().Key("name").String(document.name);
  WriteCounts(json, document);
  if (document.account) {
    json.Key("account").Raw(
        boost::json::serialize(protocol::ToJson(*document.account)));
  }
  json.EndObject();
}

void SendRefusal(const Changer& changer, const Error& error,
                 const Reply& reply) {
  // Only a failed exam is a decision of the box about its content, and goes on
  // record.
  if (error.kind != ErrorKind::kExamFailed) return reply.Send(error);
  const std::vector<std::string> lost = LostIds(error);
  changer.audit.RecordExam(
      {"refused", changer.collection, {}, lost},
      [reply, told = changer.may_read ? error : CountsAlone(error)](
          const Result<Recorded>&) {
        // The refusal holds even if it could not be recorded.
        reply.Send(told);
      });
}

OnForced ForceIf(bool force, const AuditTrail& audit, std::string collection) {
  if (!force) return {};
  return [audit, collection = std::move(collection)](
             const Error& refusal) -> Result<void> {
    const std::vector<std::string> lost = LostIds(refusal);
    // A change may also be forced because it could not be examined. The record
    // then gives the reason instead of the lost questions.
    const bool is_lost = refusal.kind == ErrorKind::kExamFailed;
    // The writing thread waits here: nobody may see a forced change before it
    // is on record.
    Awaited<Result<Recorded>> recorded;
    audit.RecordExam(
        {"forced", collection, is_lost ? "" : refusal.message, lost},
        [&recorded](const Result<Recorded>& record) { recorded.Give(record); });
    const Result<Recorded> record = recorded.Wait();
    if (!record) return record.error();
    // The record must survive a power cut that the change survives, whatever
    // the log's durability.
    return record->is_stored ? audit.WaitForDisk() : Result<void>();
  };
}

Completion<DocumentSummary> ReplyWithDocument(const Changer& changer,
                                              const Reply& reply) {
  return [changer, reply](const Result<DocumentSummary>& added) {
    if (!added) return SendRefusal(changer, added.error(), reply);
    JsonWriter json;
    json.BeginObject().Key("name").String(added->name);
    json.Key("collection").String(added->collection);
    json.Key("replaced").Bool(added->replaced);
    WriteCounts(json, *added);
    changer.audit.RecordChange(AdditionOf(*added),
                               SendWith(std::move(json), reply));
  };
}

void ReplyWithChange(const AuditTrail& audit, const std::string& collection,
                     const StagedSummary& made, const Reply& reply) {
  const auto replaced = static_cast<std::size_t>(
      std::ranges::count(made.added, true, &DocumentSummary::replaced));
  JsonWriter json;
  json.BeginObject().Key("collection").String(collection);
  json.Key("snapshot").Integer(made.snapshot);
  json.Key("added").Integer(made.added.size() - replaced);
  json.Key("replaced").Integer(replaced);
  json.Key("removed").Integer(made.removed.size());
  const std::shared_ptr<ChangeReply> pending(
      new ChangeReply{reply, std::move(json)});
  const auto then = [pending](const Result<Recorded>& record) {
    // Records complete on this thread or on that of the audit log.
    const std::lock_guard lock(pending->mutex);
    if (!record) {
      if (!pending->error) pending->error = record.error();
      return;
    }
    // The reply names the first record; the others are next to it in the log.
    if (!pending->run.run) pending->run = *record;
    // One record without room is enough to call the change unrecorded.
    if (!record->is_stored) pending->run.is_stored = false;
  };
  // Each document gets a record of its own, so that its history can be found by
  // its name.
  for (const DocumentSummary& added : made.added) {
    audit.RecordChange(AdditionOf(added), then);
  }
  for (const std::string& name : made.removed) {
    audit.RecordChange({"remove", collection, name, {}, {}}, then);
  }
}

Error NotErased(Error error) {
  error.message =
      "What was removed is in no answer any more, but not erased yet: " +
      error.message;
  return error;
}

void ReplyToRemoval(Services& services, const Removal& removal,
                    const Result<Recorded>& record) {
  if (!record) return removal.reply.Send(record.error());
  if (!removal.erase) return removal.reply.Send(ResultOf(removal, *record));
  EraseAndWithdraw(services, removal.collection,
                   ReportTo(removal.reply, removal.wants_progress),
                   [removal, record = *record](const Result<void>& erased) {
                     if (!erased)
                       return removal.reply.Send(NotErased(erased.error()));
                     removal.reply.Send(ResultOf(removal, record));
                   });
}

namespace {

RecordedSynonyms SynonymsOf(const CollectionSettings& settings) {
  if (!settings.synonyms) return {};
  return {settings.synonyms->synonyms.rule_count(), settings.synonyms->sha256};
}

void WriteExam(JsonWriter& json, const CollectionSettings& settings) {
  if (!settings.guard) {
    json.Null();
    return;
  }
  json.BeginObject();
  // A rule that another program wrote may not be readable. The hash still says
  // which exam the collection has.
  if (const auto rule = ReadGuardRule(settings.guard->text)) {
    json.Key("questions").Integer(rule->questions);
    json.Key("must_pass").String(rule->must_pass.Text());
  }
  json.Key("sha256").Hexadecimal(settings.guard->sha256).EndObject();
}

void WriteItsPack(JsonWriter& json, const CollectionSettings& settings) {
  settings.pack ? WritePack(json, *settings.pack)
                : static_cast<void>(json.Null());
}

void WriteBefore(JsonWriter& json, const CollectionSettings& settings) {
  const auto& before = settings.before;
  if (!before) return static_cast<void>(json.Null());
  json.BeginObject().Key("bytes").Integer(before->bytes);
  if (!before->damage.empty()) json.Key("damage").String(before->damage);
  json.EndObject();
}

}  // namespace

void WriteCollection(JsonWriter& json, const CollectionSummary& collection) {
  const CollectionSettings& settings = collection.settings;
  json.BeginObject().Key("name").String(collection.name);
  json.Key("theta").Real(settings.theta);
  json.Key("profile").String(ToString(settings.profile));
  json.Key("window").Integer(settings.chunking.window_words);
  json.Key("overlap").Integer(settings.chunking.overlap_words);
  json.Key("documents").Integer(collection.documents);
  json.Key("chunks").Integer(collection.chunks);
  json.Key("sentences").Integer(collection.sentences);
  json.Key("text_bytes").Integer(collection.text_bytes);
  json.Key("disk_bytes").Integer(collection.disk_bytes);
  if (collection.page_bytes > 0) {
    json.Key("page_bytes").Integer(collection.page_bytes);
  }
  json.Key("segments").Integer(collection.segments);
  json.Key("snapshot").Integer(collection.snapshot);
  json.Key("synonyms").Integer(SynonymsOf(settings).rules);
  WriteExam(json.Key("exam"), settings);
  WriteItsPack(json.Key("pack"), settings);
  WriteBefore(json.Key("before"), settings);
}

namespace {

OnRecorded SendAs(const CollectionSummary& collection, const Reply& reply) {
  JsonWriter json;
  WriteCollection(json, collection);
  return SendWith(std::move(json), reply);
}

void RecordCollection(std::string_view action, const AuditTrail& audit,
                      const CollectionSummary& collection, OnRecorded then) {
  audit.RecordChange({action,
                      collection.name,
                      {},
                      {},
                      collection.settings.theta,
                      SynonymsOf(collection.settings),
                      collection.settings.guard
                          ? std::optional(collection.settings.guard->sha256)
                          : std::nullopt,
                      collection.settings.pack.get()},
                     std::move(then));
}

}  // namespace

// These run on a thread of the store after the method has returned, so they own
// what they need. `action` is a literal.
Completion<CollectionSummary> ReplyWithCollection(std::string_view action,
                                                  const AuditTrail& audit,
                                                  const Reply& reply) {
  return [action, audit, reply](const Result<CollectionSummary>& collection) {
    if (!collection) return reply.Send(collection.error());
    RecordCollection(action, audit, *collection, SendAs(*collection, reply));
  };
}

Completion<CollectionSummary> ReplyWithOtherDocuments(std::string_view action,
                                                      Services& services,
                                                      const AuditTrail& audit,
                                                      const Reply& reply) {
  return [action, &services, audit,
          reply](const Result<CollectionSummary>& collection) {
    if (!collection) return reply.Send(collection.error());
    RecordCollection(action, audit, *collection,
                     AfterWithdrawal(services, {}, collection->name,
                                     SendAs(*collection, reply)));
  };
}

}  // namespace answerbox::daemon
