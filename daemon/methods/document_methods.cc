#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "daemon/json/json_writer.h"
#include "daemon/methods/ask_params.h"
#include "daemon/methods/block_json.h"
#include "daemon/methods/collection_params.h"
#include "daemon/methods/document_params.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/open_uploads.h"
#include "daemon/methods/progress_report.h"

namespace answerbox::daemon {
namespace {

using boost::json::object;

void WriteCounts(JsonWriter& json, const DocumentSummary& document) {
  json.Key("bytes").Integer(document.bytes);
  json.Key("sha256").Hexadecimal(document.sha256);
  json.Key("pages").Integer(document.pages);
  json.Key("blocks").Integer(document.blocks);
  json.Key("chunks").Integer(document.chunks);
  json.Key("sentences").Integer(document.sentences);
}

Completion<DocumentSummary> ReplyWithDocument(const AuditTrail& audit,
                                              const Reply& reply) {
  return [audit, reply](const Result<DocumentSummary>& added) {
    if (!added) return reply.Send(added.error());
    JsonWriter json;
    json.BeginObject().Key("name").String(added->name);
    json.Key("collection").String(added->collection);
    json.Key("replaced").Bool(added->replaced);
    WriteCounts(json, *added);
    audit.SendChange({added->replaced ? "replace" : "add",
                      added->collection,
                      added->name,
                      added->sha256,
                      {}},
                     json.EndObject().Take(), reply);
  };
}

struct Removal {
  std::string collection;
  std::string name;
  bool erase = false;
  bool wants_progress = false;
  Reply reply;
};

std::string ResultOf(const Removal& removal, const ChangeRecord& record) {
  JsonWriter json;
  json.BeginObject().Key("name").String(removal.name);
  json.Key("removed").Bool(true);
  if (removal.erase) json.Key("erased").Bool(true);
  std::string result = json.EndObject().Take();
  AddRecord(result, record);
  return result;
}

// The error when erasing failed after a removal. The document stays removed,
// and is erased later.
Error NotErased(Error error) {
  error.message =
      "What was removed is in no answer any more, but not erased yet: " +
      error.message +
      " It is tried again by itself; `answerbox remove --erase` waits for it.";
  return error;
}

void ReplyToRemoval(CollectionStore& store, const Removal& removal,
                    const Result<ChangeRecord>& record) {
  if (!record) return removal.reply.Send(record.error());
  if (!removal.erase) return removal.reply.Send(ResultOf(removal, *record));
  store.Erase(removal.collection,
              ReportTo(removal.reply, removal.wants_progress),
              [removal, record = *record](const Result<void>& erased) {
                if (!erased) {
                  return removal.reply.Send(NotErased(erased.error()));
                }
                removal.reply.Send(ResultOf(removal, record));
              });
}

// The documents methods of one connection. Only the blocking lane's thread uses
// it, except OpenUploads::empty.
class Documents {
 public:
  Documents(CollectionStore& store, AuditTrail audit,
            const ClientLimits& limits, const AccessControl& access,
            Identity caller)
      : store_(store),
        access_(access),
        caller_(std::move(caller)),
        audit_(std::move(audit)),
        uploads_(limits) {}

  [[nodiscard]] OpenUploads& uploads() noexcept { return uploads_; }

  void Add(const object& params, const Reply& reply) {
    const Result<AddParams> add = DecodeAdd(params);
    if (!add) return reply.Send(add.error());
    const Result<void> room = audit_.CheckRoom();
    if (!room) return reply.Send(room.error());
    Result<Upload> upload =
        store_.Begin(add->document.collection, add->document.name);
    if (!upload) return reply.Send(upload.error());
    const Result<void> appended = upload->Append(
        add->text, add->marks.pages, add->marks.headings, add->marks.blocks);
    if (!appended) return reply.Send(appended.error());
    store_.Commit(std::move(*upload), {}, ReplyWithDocument(audit_, reply));
  }

  void Begin(const object& params, const Reply& reply) {
    const Result<DocumentName> document = DecodeDocumentName(params);
    if (!document) return reply.Send(document.error());
    if (const auto room = uploads_.CheckRoom(); !room) {
      return reply.Send(room.error());
    }
    Result<Upload> upload = store_.Begin(document->collection, document->name);
    if (!upload) return reply.Send(upload.error());
    const std::uint64_t number =
        uploads_.Add(std::move(*upload), document->collection);
    reply.Send(JsonWriter()
                   .BeginObject()
                   .Key("upload")
                   .Integer(number)
                   .EndObject()
                   .Take());
  }

  void Part(const object& params, const Reply& reply) {
    const Result<PartParams> part = DecodePart(params);
    if (!part) {
      DropNamedUpload(params);
      return reply.Send(part.error());
    }
    Upload* const upload = uploads_.Find(part->upload);
    if (upload == nullptr) return reply.Send(uploads_.Missing(part->upload));
    const std::string_view collection = uploads_.CollectionOf(part->upload);
    if (auto may = CheckRightTo(collection, "documents.part"); !may) {
      uploads_.Drop(part->upload);
      return reply.Send(may.error());
    }
    const Result<void> appended =
        upload->Append(part->text, part->marks.pages, part->marks.headings,
                       part->marks.blocks);
    if (!appended) {
      uploads_.Drop(part->upload);
      return reply.Send(appended.error());
    }
    uploads_.Touch(part->upload);
    reply.Send(JsonWriter()
                   .BeginObject()
                   .Key("bytes")
                   .Integer(upload->bytes())
                   .EndObject()
                   .Take());
  }

  void Commit(const object& params, const Reply& reply) {
    const Result<CommitParams> commit = DecodeCommit(params);
    if (!commit) return reply.Send(commit.error());
    if (uploads_.Find(commit->upload) == nullptr) {
      return reply.Send(uploads_.Missing(commit->upload));
    }
    const std::string collection(uploads_.CollectionOf(commit->upload));
    std::optional<Upload> upload = uploads_.Take(commit->upload);
    if (auto may = CheckRightTo(collection, "documents.commit"); !may) {
      return reply.Send(may.error());
    }
    const Result<void> room = audit_.CheckRoom();
    if (!room) return reply.Send(room.error());
    store_.Commit(std::move(*upload), commit->sha256,
                  ReplyWithDocument(audit_, reply));
  }

  void Abort(const object& params, const Reply& reply) {
    const Result<std::uint64_t> number = DecodeUpload(params);
    if (!number) return reply.Send(number.error());
    if (!uploads_.Drop(*number)) return reply.Send(uploads_.Missing(*number));
    reply.Send(std::string("{}"));
  }

  void List(const object& params, const Reply& reply) const {
    const Result<ListParams> list = DecodeList(params);
    if (!list) return reply.Send(list.error());
    // Asks for one more document, which tells whether there is a next page.
    const auto documents =
        store_.List(list->collection, list->after, list->limit + 1);
    if (!documents) return reply.Send(documents.error());
    const std::size_t shown = std::min(documents->size(), list->limit);
    JsonWriter json;
    json.BeginObject().Key("documents").BeginArray();
    for (std::size_t i = 0; i < shown; ++i) {
      json.BeginObject().Key("name").String((*documents)[i].name);
      WriteCounts(json, (*documents)[i]);
      json.EndObject();
    }
    json.EndArray().Key("next");
    shown < documents->size() ? json.String((*documents)[shown - 1].name)
                              : json.Null();
    reply.Send(json.EndObject().Take());
  }

  void Text(const object& params, const Reply& reply) const {
    const Result<TextParams> text = DecodeText(params);
    if (!text) return reply.Send(text.error());
    const auto part = store_.Text(text->document.collection,
                                  text->document.name, text->begin, text->end);
    if (!part) return reply.Send(part.error());
    JsonWriter json;
    json.BeginObject().Key("text").String(part->text);
    json.Key("begin").Integer(part->begin);
    json.Key("end").Integer(part->begin + part->text.size());
    json.Key("bytes").Integer(part->document_bytes);
    reply.Send(json.EndObject().Take());
  }

  void Blocks(const object& params, const Reply& reply) const {
    const Result<BlocksParams> wanted = DecodeBlocks(params);
    if (!wanted) return reply.Send(wanted.error());
    const auto part =
        store_.Blocks(wanted->document.collection, wanted->document.name,
                      wanted->first, wanted->limit);
    if (!part) return reply.Send(part.error());
    JsonWriter json;
    json.BeginObject().Key("blocks").BeginArray();
    std::uint32_t number = wanted->first;
    for (const auto& [block, page] : part->blocks) {
      WriteBlock(json, block, number++, page);
    }
    json.EndArray().Key("next");
    number < part->document_blocks ? json.Integer(number) : json.Null();
    reply.Send(json.EndObject().Take());
  }

  void Remove(const object& params, const Reply& reply) {
    const Result<RemoveParams> remove = DecodeRemove(params);
    if (!remove) return reply.Send(remove.error());
    const Result<void> room = audit_.CheckRoom();
    if (!room) return reply.Send(room.error());
    const DocumentName& document = remove->document;
    store_.Remove(document.collection, document.name,
                  [&store = store_, audit = audit_,
                   removal = Removal{std::string(document.collection),
                                     std::string(document.name), remove->erase,
                                     remove->wants_progress,
                                     reply}](const Result<void>& removed) {
                    if (!removed) return removal.reply.Send(removed.error());
                    // The removal is recorded even if erasing fails.
                    audit.RecordChange(
                        {"remove", removal.collection, removal.name, {}, {}},
                        [&store, removal](const Result<ChangeRecord>& record) {
                          ReplyToRemoval(store, removal, record);
                        });
                  });
  }

  void Erase(const object& params, const Reply& reply) {
    const Result<MaintenanceParams> erase = DecodeMaintenance(params);
    if (!erase) return reply.Send(erase.error());
    const auto snapshot = store_.Pin(erase->collection);
    if (!snapshot) return reply.Send(snapshot.error());
    store_.Erase(erase->collection, ReportTo(reply, erase->wants_progress),
                 [reply, collection = std::string(erase->collection)](
                     const Result<void>& erased) {
                   if (!erased) return reply.Send(NotErased(erased.error()));
                   JsonWriter json;
                   json.BeginObject().Key("collection").String(collection);
                   json.Key("erased").Bool(true);
                   reply.Send(json.EndObject().Take());
                 });
  }

 private:
  // The right may have been withdrawn since the upload began.
  [[nodiscard]] Result<void> CheckRightTo(std::string_view collection,
                                          std::string_view method) const {
    if (access_.Of(caller_).Has(Right::kAdd, collection)) return {};
    return ForbiddenIn(collection, Right::kAdd, caller_, method);
  }

  // After an error in a part the upload is dropped, even when the part's other
  // parameters could not be read.
  void DropNamedUpload(const object& params) {
    const boost::json::value* number = params.if_contains("upload");
    if (number != nullptr && number->is_int64()) {
      uploads_.Drop(static_cast<std::uint64_t>(number->get_int64()));
    }
  }

  CollectionStore& store_;
  const AccessControl& access_;
  const Identity caller_;
  const AuditTrail audit_;
  OpenUploads uploads_;
};

}  // namespace

void AddDocumentMethods(CollectionStore& store, const AuditTrail& audit,
                        const ClientLimits& limits, const AccessControl& access,
                        const Identity& caller, MethodTable& table) {
  const auto documents = std::make_shared<Documents>(store, audit.For(caller),
                                                     limits, access, caller);
  const auto add = [&](std::string_view name, RequiredRight right,
                       auto method) {
    table.methods.push_back(
        {name, Lane::kBlocking, right,
         [documents, method](const object& params, const Reply& reply) {
           ((*documents).*method)(params, reply);
         }});
  };
  constexpr auto kReads =
      RequiredRight::In(Right::kRead, "collection", kDefaultCollection);
  constexpr auto kChanges =
      RequiredRight::In(Right::kAdd, "collection", kDefaultCollection);
  // The upload knows its collection.
  constexpr auto kUploads = RequiredRight::InSome(Right::kAdd);
  add("documents.add", kChanges, &Documents::Add);
  add("documents.begin", kChanges, &Documents::Begin);
  add("documents.part", kUploads, &Documents::Part);
  add("documents.commit", kUploads, &Documents::Commit);
  add("documents.abort", kUploads, &Documents::Abort);
  add("documents.list", kReads, &Documents::List);
  add("documents.text", kReads, &Documents::Text);
  add("documents.blocks", kReads, &Documents::Blocks);
  add("documents.remove", kChanges, &Documents::Remove);
  add("documents.erase", kChanges, &Documents::Erase);
  table.holds_work = [documents] { return !documents->uploads().empty(); };
  table.drop_stale_work = [documents](OpenUploads::Clock::time_point time) {
    return documents->uploads().DropStale(time);
  };
}

}  // namespace answerbox::daemon
