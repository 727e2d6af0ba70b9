#include "daemon/methods/document_methods.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "daemon/json/json_writer.h"
#include "daemon/methods/ask_params.h"
#include "daemon/methods/collection_params.h"
#include "daemon/methods/document_params.h"
#include "daemon/methods/progress_report.h"

namespace answerbox::daemon {
namespace {

using boost::json::object;
using Clock = std::chrono::steady_clock;

void WriteCounts(JsonWriter& json, const DocumentSummary& document) {
  json.Key("bytes").Integer(document.bytes);
  json.Key("sha256").Hexadecimal(document.sha256);
  json.Key("pages").Integer(document.pages);
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

Error Expired(std::uint64_t number, std::chrono::seconds idle) {
  return {ErrorKind::kTimeout,
          "Upload " + std::to_string(number) +
              " was dropped: nothing was added to it for " +
              std::to_string(idle.count()) +
              " s (upload_idle_seconds); begin it anew."};
}

Error NoUpload(std::uint64_t number) {
  return {ErrorKind::kNotFound, "This connection has no upload " +
                                    std::to_string(number) +
                                    "; documents.begin opens one."};
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

// What was removed stays so, and is erased in time.
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

// Runs on the storage thread alone, but for has_uploads.
class Documents {
 public:
  Documents(CollectionStore& store, AuditTrail audit,
            const ClientLimits& limits, const AccessControl& access,
            Identity caller)
      : store_(store),
        access_(access),
        caller_(std::move(caller)),
        audit_(std::move(audit)),
        max_uploads_(limits.max_uploads),
        upload_idle_(limits.upload_idle) {}

  [[nodiscard]] bool has_uploads() const noexcept { return upload_count_ != 0; }

  void Add(const object& params, const Reply& reply) {
    const Result<AddParams> add = DecodeAdd(params);
    if (!add) return reply.Send(add.error());
    const Result<void> room = audit_.CheckRoom();
    if (!room) return reply.Send(room.error());
    Result<Upload> upload =
        store_.Begin(add->document.collection, add->document.name);
    if (!upload) return reply.Send(upload.error());
    const Result<void> appended =
        upload->Append(add->text, add->marks.pages, add->marks.headings);
    if (!appended) return reply.Send(appended.error());
    store_.Commit(std::move(*upload), {}, ReplyWithDocument(audit_, reply));
  }

  void Begin(const object& params, const Reply& reply) {
    const Result<DocumentName> document = DecodeDocumentName(params);
    if (!document) return reply.Send(document.error());
    if (uploads_.size() >= max_uploads_) {
      return reply.Send(
          Error{ErrorKind::kBusy, "A connection has at most " +
                                      std::to_string(max_uploads_) +
                                      " uploads open; commit or abort one."});
    }
    Result<Upload> upload = store_.Begin(document->collection, document->name);
    if (!upload) return reply.Send(upload.error());
    const std::uint64_t number = ++last_upload_;
    uploads_.emplace(number, OpenUpload{std::move(*upload), Clock::now(),
                                        std::string(document->collection)});
    upload_count_ = uploads_.size();
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
      ForgetNamedUpload(params);
      return reply.Send(part.error());
    }
    const auto upload = uploads_.find(part->upload);
    if (upload == uploads_.end()) return reply.Send(Missing(part->upload));
    if (auto may = CheckRightTo(upload->second, "documents.part"); !may) {
      Forget(part->upload);
      return reply.Send(may.error());
    }
    const Result<void> appended = upload->second.upload.Append(
        part->text, part->marks.pages, part->marks.headings);
    if (!appended) {
      Forget(part->upload);
      return reply.Send(appended.error());
    }
    upload->second.last_used = Clock::now();
    reply.Send(JsonWriter()
                   .BeginObject()
                   .Key("bytes")
                   .Integer(upload->second.upload.bytes())
                   .EndObject()
                   .Take());
  }

  void Commit(const object& params, const Reply& reply) {
    const Result<CommitParams> commit = DecodeCommit(params);
    if (!commit) return reply.Send(commit.error());
    auto upload = uploads_.extract(commit->upload);
    if (upload.empty()) return reply.Send(Missing(commit->upload));
    upload_count_ = uploads_.size();
    if (auto may = CheckRightTo(upload.mapped(), "documents.commit"); !may) {
      return reply.Send(may.error());
    }
    const Result<void> room = audit_.CheckRoom();
    if (!room) return reply.Send(room.error());
    store_.Commit(std::move(upload.mapped().upload), commit->sha256,
                  ReplyWithDocument(audit_, reply));
  }

  void Abort(const object& params, const Reply& reply) {
    const Result<std::uint64_t> number = DecodeUpload(params);
    if (!number) return reply.Send(number.error());
    if (!Forget(*number)) return reply.Send(Missing(*number));
    reply.Send(std::string("{}"));
  }

  void List(const object& params, const Reply& reply) const {
    const Result<ListParams> list = DecodeList(params);
    if (!list) return reply.Send(list.error());
    // One more than asked for tells whether there is a next page.
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
                    // On record whatever becomes of the erasing.
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

  std::optional<Clock::time_point> DropStale(Clock::time_point time) {
    std::optional<Clock::time_point> oldest;
    for (auto upload = uploads_.begin(); upload != uploads_.end();) {
      const Clock::time_point last_used = upload->second.last_used;
      if (last_used > time) {
        oldest = std::min(oldest.value_or(last_used), last_used);
        ++upload;
        continue;
      }
      expired_.push_back(upload->first);
      if (expired_.size() > max_uploads_) expired_.pop_front();
      upload = uploads_.erase(upload);
    }
    upload_count_ = uploads_.size();
    return oldest;
  }

 private:
  struct OpenUpload {
    Upload upload;
    Clock::time_point last_used;
    std::string collection;
  };

  // The right may have been withdrawn since the upload was begun.
  [[nodiscard]] Result<void> CheckRightTo(const OpenUpload& upload,
                                          std::string_view method) const {
    if (access_.Of(caller_).Has(Right::kAdd, upload.collection)) return {};
    return ForbiddenIn(upload.collection, Right::kAdd, caller_, method);
  }

  [[nodiscard]] Error Missing(std::uint64_t number) const {
    return std::ranges::find(expired_, number) == expired_.end()
               ? NoUpload(number)
               : Expired(number, upload_idle_);
  }

  // After an error in a part the upload is gone, also when the rest of the
  // part's parameters could not be read.
  void ForgetNamedUpload(const object& params) {
    const boost::json::value* number = params.if_contains("upload");
    if (number != nullptr && number->is_int64()) {
      Forget(static_cast<std::uint64_t>(number->get_int64()));
    }
  }

  // False when there is no such upload.
  bool Forget(std::uint64_t number) {
    const bool is_known = uploads_.erase(number) != 0;
    upload_count_ = uploads_.size();
    return is_known;
  }

  CollectionStore& store_;
  const AccessControl& access_;
  const Identity caller_;
  const AuditTrail audit_;
  const std::size_t max_uploads_;
  const std::chrono::seconds upload_idle_;
  std::map<std::uint64_t, OpenUpload> uploads_;
  std::deque<std::uint64_t> expired_;  // The last ones, as many as may be open.
  std::atomic<std::size_t> upload_count_{0};  // Of uploads_.
  std::uint64_t last_upload_ = 0;
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
  add("documents.remove", kChanges, &Documents::Remove);
  add("documents.erase", kChanges, &Documents::Erase);
  table.holds_work = [documents] { return documents->has_uploads(); };
  table.drop_stale_work = [documents](Clock::time_point time) {
    return documents->DropStale(time);
  };
}

}  // namespace answerbox::daemon
