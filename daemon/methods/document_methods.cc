#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/names.h"
#include "daemon/error.h"
#include "daemon/methods/ask_params.h"
#include "daemon/methods/block_json.h"
#include "daemon/methods/collection_params.h"
#include "daemon/methods/document_params.h"
#include "daemon/methods/document_replies.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/open_change.h"
#include "daemon/methods/open_uploads.h"
#include "daemon/methods/progress_report.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

using boost::json::object;

// The documents methods of one connection. Only the blocking lane's thread uses
// it, except OpenUploads::empty.
class Documents {
 public:
  Documents(CollectionStore& store, AuditTrail audit,
            const RequestBounds& limits, const AccessControl& access,
            Identity caller)
      : store_(store),
        access_(access),
        caller_(std::move(caller)),
        audit_(std::move(audit)),
        uploads_(limits),
        change_(limits) {}

  // Safe to call from any thread.
  [[nodiscard]] bool holds_work() const noexcept {
    return !uploads_.empty() || !change_.empty();
  }

  [[nodiscard]] std::optional<OpenUploads::Clock::time_point> DropStale(
      OpenUploads::Clock::time_point time) {
    const auto upload = uploads_.DropStale(time);
    const auto change = change_.DropStale(time);
    if (!upload || !change) return upload ? upload : change;
    return std::min(*upload, *change);
  }

  void BeginChange(const object& params, const Reply& reply) {
    const Result<std::string_view> collection = DecodeBeginChange(params);
    if (!collection) return reply.Send(collection.error());
    if (auto valid = CheckCollectionName(*collection); !valid) {
      return reply.Send(valid.error());
    }
    const auto number = change_.Begin(store_.BeginChange(*collection));
    if (!number) return reply.Send(number.error());
    reply.Send(JsonWriter()
                   .BeginObject()
                   .Key("change")
                   .Integer(*number)
                   .EndObject()
                   .Take());
  }

  void CommitChange(const object& params, const Reply& reply) {
    const Result<CommitChangeParams> commit = DecodeCommitChange(params);
    if (!commit) return reply.Send(commit.error());
    const auto found = change_.Find(commit->change);
    if (!found) return reply.Send(found.error());
    if ((*found)->size() == 0) {
      return reply.Send(
          Error{ErrorKind::kInvalidParams,
                "The change has no document: add or remove some with "
                "\"change\", or abort it.",
                "change"});
    }
    auto change = change_.Take(commit->change);
    const std::string collection = change->collection();
    if (auto may = CheckRightTo(collection, "changes.commit"); !may) {
      return reply.Send(may.error());
    }
    if (auto may = CheckForce(commit->force, collection, "changes.commit");
        !may) {
      return reply.Send(may.error());
    }
    const Result<void> room = audit_.CheckRoom();
    if (!room) return reply.Send(room.error());
    store_.Commit(
        std::move(*change),
        [audit = audit_, reply, collection](const Result<StagedSummary>& made) {
          if (!made) {
            return SendRefusal(audit, collection, made.error(), reply);
          }
          ReplyWithChange(audit, collection, *made, reply);
        },
        ForceIf(commit->force, audit_, collection));
  }

  void AbortChange(const object& params, const Reply& reply) {
    const Result<std::uint64_t> number = DecodeChange(params);
    if (!number) return reply.Send(number.error());
    const auto change = change_.Take(*number);
    if (!change) return reply.Send(change.error());
    reply.Send(std::string("{}"));
  }

  void Add(const object& params, const Reply& reply) {
    const Result<AddParams> add = DecodeAdd(params);
    if (!add) return reply.Send(add.error());
    if (auto may = CheckForce(add->how.force, add->document.collection,
                              "documents.add");
        !may) {
      return reply.Send(may.error());
    }
    const Result<void> room = audit_.CheckRoom();
    if (!room) return reply.Send(room.error());
    Result<Upload> upload =
        store_.Begin(add->document.collection, add->document.name);
    if (!upload) return reply.Send(upload.error());
    const Result<void> appended = upload->Append(
        add->text, add->marks.pages, add->marks.headings, add->marks.blocks);
    if (!appended) return reply.Send(appended.error());
    if (add->how.change) {
      return StageAddition(*add->how.change, std::move(*upload), add->document,
                           {}, reply);
    }
    store_.Commit(
        std::move(*upload), {},
        ReplyWithDocument(audit_, add->document.collection, reply),
        ForceIf(add->how.force, audit_, std::string(add->document.collection)));
  }

  void Begin(const object& params, const Reply& reply) {
    const Result<BeginParams> begin = DecodeBegin(params);
    if (!begin) return reply.Send(begin.error());
    const DocumentName& document = begin->document;
    if (const auto room = uploads_.CheckRoom(); !room) {
      return reply.Send(room.error());
    }
    if (begin->change) {
      const auto change = FindChange(*begin->change, document.collection);
      if (!change) return reply.Send(change.error());
    }
    Result<Upload> upload = store_.Begin(document.collection, document.name);
    if (!upload) return reply.Send(upload.error());
    const std::uint64_t number =
        uploads_.Add(std::move(*upload), document.collection, begin->change);
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
    // A long document keeps its change open.
    if (const auto change = uploads_.ChangeOf(part->upload)) {
      static_cast<void>(change_.Find(*change));
    }
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
    const auto change = uploads_.ChangeOf(commit->upload);
    std::optional<Upload> upload = uploads_.Take(commit->upload);
    if (auto may = CheckRightTo(collection, "documents.commit"); !may) {
      return reply.Send(may.error());
    }
    if (auto may = CheckForce(commit->force, collection, "documents.commit");
        !may) {
      return reply.Send(may.error());
    }
    const Result<void> room = audit_.CheckRoom();
    if (!room) return reply.Send(room.error());
    if (change) {
      const std::string name(upload->name());
      return StageAddition(*change, std::move(*upload), {collection, name},
                           commit->sha256, reply);
    }
    store_.Commit(std::move(*upload), commit->sha256,
                  ReplyWithDocument(audit_, collection, reply),
                  ForceIf(commit->force, audit_, collection));
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
    if (auto may = CheckForce(remove->how.force, remove->document.collection,
                              "documents.remove");
        !may) {
      return reply.Send(may.error());
    }
    const Result<void> room = audit_.CheckRoom();
    if (!room) return reply.Send(room.error());
    const DocumentName& document = remove->document;
    if (remove->how.change) {
      return StageRemoval(*remove->how.change, document, reply);
    }
    store_.Remove(
        document.collection, document.name,
        [&store = store_, audit = audit_,
         removal = Removal{std::string(document.collection),
                           std::string(document.name), remove->erase,
                           remove->wants_progress,
                           reply}](const Result<void>& removed) {
          if (!removed) {
            return SendRefusal(audit, removal.collection, removed.error(),
                               removal.reply);
          }
          // The removal is recorded even if erasing fails.
          audit.RecordChange(
              {"remove", removal.collection, removal.name, {}, {}},
              [&store, removal](const Result<ChangeRecord>& record) {
                ReplyToRemoval(store, removal, record);
              });
        },
        ForceIf(remove->how.force, audit_, std::string(document.collection)));
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
  // The change, if it is of this collection.
  [[nodiscard]] Result<StagedChange*> FindChange(std::uint64_t number,
                                                 std::string_view collection) {
    auto change = change_.Find(number);
    if (!change || (*change)->collection() == collection) return change;
    return Error{ErrorKind::kInvalidParams,
                 "Change " + std::to_string(number) + " is of collection " +
                     Quoted((*change)->collection()) + ".",
                 "collection"};
  }

  void StageAddition(std::uint64_t number, Upload upload,
                     const DocumentName& document,
                     std::optional<engine::Sha256> sha256, const Reply& reply) {
    const auto change = FindChange(number, document.collection);
    if (!change) return reply.Send(change.error());
    const auto staged = (*change)->Add(std::move(upload), sha256);
    if (!staged) return reply.Send(staged.error());
    JsonWriter json;
    json.BeginObject().Key("name").String(document.name);
    json.Key("collection").String(document.collection);
    json.Key("staged").Bool(true);
    // Tells whether the name is taken now. The change may yet remove it.
    json.Key("replaced")
        .Bool(
            store_.Text(document.collection, document.name, 0, 0).has_value());
    json.Key("bytes").Integer(staged->bytes);
    json.Key("sha256").Hexadecimal(staged->sha256);
    json.Key("pages").Integer(staged->pages);
    json.Key("blocks").Integer(staged->blocks);
    reply.Send(json.EndObject().Take());
  }

  void StageRemoval(std::uint64_t number, const DocumentName& document,
                    const Reply& reply) {
    const auto change = FindChange(number, document.collection);
    if (!change) return reply.Send(change.error());
    if (auto staged = (*change)->Remove(document.name); !staged) {
      return reply.Send(staged.error());
    }
    JsonWriter json;
    json.BeginObject().Key("name").String(document.name);
    json.Key("staged").Bool(true);
    reply.Send(json.EndObject().Take());
  }

  // The right may have been withdrawn since the upload began.
  [[nodiscard]] Result<void> CheckRightTo(std::string_view collection,
                                          std::string_view method) const {
    if (access_.Of(caller_).Has(Right::kAdd, collection)) return {};
    return ForbiddenIn(collection, Right::kAdd, caller_, method);
  }

  // Who may change documents may not thereby overrule the guard that somebody
  // else has set.
  [[nodiscard]] Result<void> CheckForce(bool force, std::string_view collection,
                                        std::string_view method) const {
    if (!force || access_.Of(caller_).Has(Right::kManage, collection)) {
      return {};
    }
    return ForbiddenIn(collection, Right::kManage, caller_, method);
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
  OpenChange change_;
};

}  // namespace

void AddDocumentMethods(CollectionStore& store, const AuditTrail& audit,
                        const RequestBounds& limits,
                        const AccessControl& access, const Identity& caller,
                        MethodTable& table) {
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
  add("changes.begin", kChanges, &Documents::BeginChange);
  add("changes.commit", kUploads, &Documents::CommitChange);
  add("changes.abort", kUploads, &Documents::AbortChange);
  table.holds_work = [documents] { return documents->holds_work(); };
  table.drop_stale_work = [documents](OpenUploads::Clock::time_point time) {
    return documents->DropStale(time);
  };
}

}  // namespace answerbox::daemon
