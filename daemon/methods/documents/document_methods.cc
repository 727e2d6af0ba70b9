#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/names.h"
#include "daemon/error.h"
#include "daemon/methods/documents/collection_params.h"
#include "daemon/methods/documents/document_params.h"
#include "daemon/methods/documents/document_replies.h"
#include "daemon/methods/documents/open_uploads.h"
#include "daemon/methods/method_families.h"
#include "protocol/audit/digest.h"
#include "protocol/calls/documents.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

using boost::json::object;

// A list of documents ends once it has this many bytes. Even if the longest
// account, some 360 KiB, follows, the list fits into the least
// `max_reply_bytes`.
constexpr std::size_t kMostListedBytes = std::size_t{128} << 10;

Result<void> SetAccount(Upload& upload,
                        const std::optional<protocol::WordAccount>& account) {
  return account ? upload.SetAccount(*account) : Result<void>();
}

// Returns an object with one number.
std::string NumberAlone(std::string_view key, std::uint64_t number) {
  JsonWriter json;
  json.BeginObject().Key(key).Integer(number);
  return json.EndObject().Take();
}

// The documents methods of one connection. Only the blocking lane's thread uses
// it, except OpenUploads::empty.
class Documents {
 public:
  explicit Documents(const Connection& connection)
      : connection_(connection),
        services_(connection.services),
        store_(connection.services.store),
        audit_(connection.audit),
        uploads_(connection.services.limits),
        change_(connection.services.limits) {}

  // Safe to call from any thread.
  [[nodiscard]] bool holds_work() const noexcept {
    return !uploads_.empty() || !change_.empty();
  }

  [[nodiscard]] std::optional<OpenUploads::Clock::time_point> DropStale(
      OpenUploads::Clock::time_point time) {
    const auto upload = uploads_.DropStale(time);
    const auto change = change_.DropStale(time);
    // The caller looks again at the earlier of the two times.
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
    reply.Send(NumberAlone("change", *number));
  }

  void CommitChange(const object& params, const Reply& reply) {
    const Result<CommitChangeParams> commit = DecodeCommitChange(params);
    if (!commit) return reply.Send(commit.error());
    const auto found = change_.Find(commit->change);
    if (!found) return reply.Send(found.error());
    // An empty change stays open: its client may still add documents to it.
    if ((*found)->size() == 0) {
      return reply.Send(
          Error{ErrorKind::kInvalidParams,
                "The change has no document: add or remove some with "
                "\"change\", or abort it.",
                "change"});
    }
    // The change is taken before rights are checked. A change that may not be
    // committed is then gone, so its files do not wait for a client that has no
    // right to them.
    auto change = change_.Take(commit->change);
    const std::string collection = change->collection();
    if (auto may = CheckRightTo(collection, calls::kChangesCommit); !may) {
      return reply.Send(may.error());
    }
    if (auto may =
            CheckChange(commit->force, collection, calls::kChangesCommit);
        !may) {
      return reply.Send(may.error());
    }
    store_.Commit(
        std::move(*change),
        [changer = ChangerOf(collection),
         reply](const Result<StagedSummary>& made) {
          if (!made) return SendRefusal(changer, made.error(), reply);
          ReplyWithChange(changer.audit, changer.collection, *made, reply);
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
    // The right to add was checked by the dispatcher. Force needs another one.
    if (auto may = CheckChange(add->how.force, add->document.collection,
                               calls::kDocumentsAdd);
        !may) {
      return reply.Send(may.error());
    }
    Result<Upload> upload =
        store_.Begin(add->document.collection, add->document.name);
    if (!upload) return reply.Send(upload.error());
    // A whole document is an upload of one part, so both ways check the same.
    const Result<void> appended = upload->Append(
        add->text, add->marks.pages, add->marks.headings, add->marks.blocks);
    if (!appended) return reply.Send(appended.error());
    if (auto set = SetAccount(*upload, add->account); !set) {
      return reply.Send(set.error());
    }
    if (add->how.change) {
      return StageAddition(*add->how.change, std::move(*upload), {}, reply);
    }
    store_.Commit(
        std::move(*upload), {},
        ReplyWithDocument(ChangerOf(add->document.collection), reply),
        ForceIf(add->how.force, audit_, std::string(add->document.collection)));
  }

  void Begin(const object& params, const Reply& reply) {
    const Result<BeginParams> begin = DecodeBegin(params);
    if (!begin) return reply.Send(begin.error());
    const DocumentName& document = begin->document;
    // The room is checked before the store prepares an upload.
    if (const auto room = uploads_.CheckRoom(); !room) {
      return reply.Send(room.error());
    }
    // An upload for a change that is not open, or is of another collection,
    // fails now and not after its last part.
    if (begin->change) {
      const auto change = FindChange(*begin->change, document.collection);
      if (!change) return reply.Send(change.error());
    }
    Result<Upload> upload = store_.Begin(document.collection, document.name);
    if (!upload) return reply.Send(upload.error());
    upload->BindTo(store_.MarkRemovalOf(document.collection));
    const std::uint64_t number =
        uploads_.Add(std::move(*upload), begin->change);
    reply.Send(NumberAlone("upload", number));
  }

  void Part(const object& params, const Reply& reply) {
    const Result<PartParams> part = DecodePart(params);
    if (!part) {
      // The upload is dropped: without this part it has a hole, which only the
      // checksum at the end would find, if the client sends one.
      DropNamedUpload(params);
      return reply.Send(part.error());
    }
    Upload* const upload = uploads_.Find(part->upload);
    if (upload == nullptr) return reply.Send(uploads_.Missing(part->upload));
    // The dispatcher can't check this right, as it goes by the collection that
    // a request names. A part names only its upload.
    if (auto may = CheckRightTo(upload->collection(), calls::kDocumentsPart);
        !may) {
      uploads_.Drop(part->upload);
      return reply.Send(may.error());
    }
    Result<void> appended =
        upload->Append(part->text, part->marks.pages, part->marks.headings,
                       part->marks.blocks);
    if (appended && !part->pictures.empty()) {
      appended = upload->AppendPictures(part->pictures);
    }
    if (!appended) {
      uploads_.Drop(part->upload);
      return reply.Send(appended.error());
    }
    // Only accepted parts keep an upload alive.
    uploads_.Touch(part->upload);
    // A document with many parts keeps its change open.
    if (const auto change = uploads_.ChangeOf(part->upload)) {
      // Find counts as use of the change.
      static_cast<void>(change_.Find(*change));
    }
    reply.Send(NumberAlone("bytes", upload->bytes()));
  }

  void Commit(const object& params, const Reply& reply) {
    const Result<CommitParams> commit = DecodeCommit(params);
    if (!commit) return reply.Send(commit.error());
    if (uploads_.Find(commit->upload) == nullptr) {
      return reply.Send(uploads_.Missing(commit->upload));
    }
    // The change is read before Take, after which the upload's number is
    // unknown.
    const auto change = uploads_.ChangeOf(commit->upload);
    // The upload is gone even if the commit fails: docs/socket-protocol.md.
    std::optional<Upload> upload = uploads_.Take(commit->upload);
    // The name is copied because the upload is moved from below.
    const std::string collection = upload->collection();
    if (auto may = CheckRightTo(collection, calls::kDocumentsCommit); !may) {
      return reply.Send(may.error());
    }
    if (auto may =
            CheckChange(commit->force, collection, calls::kDocumentsCommit);
        !may) {
      return reply.Send(may.error());
    }
    if (auto set = SetAccount(*upload, commit->account); !set) {
      return reply.Send(set.error());
    }
    if (change) {
      return StageAddition(*change, std::move(*upload), commit->sha256, reply);
    }
    store_.Commit(std::move(*upload), commit->sha256,
                  ReplyWithDocument(ChangerOf(collection), reply),
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
    const auto page = store_.List(list->collection, list->after, list->limit);
    if (!page) return reply.Send(page.error());
    const std::vector<DocumentSummary>& documents = page->documents;
    JsonWriter json;
    json.BeginObject().Key("documents").BeginArray();
    std::size_t shown = 0;
    while (shown < documents.size() && json.size() < kMostListedBytes) {
      WriteListed(json, documents[shown++]);
    }
    json.EndArray().Key("next");
    // The loop shows at least one document if there are any, so a client that
    // continues after the last name always gets further.
    shown < documents.size() || page->has_more
        ? json.String(documents[shown - 1].name)
        : json.Null();
    reply.Send(json.EndObject().Take());
  }

  void Text(const object& params, const Reply& reply) const {
    const Result<StretchParams> text = DecodeText(params);
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

  void Page(const object& params, const Reply& reply) const {
    const Result<PageParams> wanted = DecodePage(params);
    if (!wanted) return reply.Send(wanted.error());
    const auto page = store_.Page(wanted->document.collection,
                                  wanted->document.name, wanted->page);
    if (!page) return reply.Send(page.error());
    JsonWriter json;
    json.BeginObject().Key("page").Integer(wanted->page);
    json.Key("type").String(protocol::kPictureType);
    json.Key("picture").String(
        protocol::ToBase64(std::as_bytes(std::span(page->picture))));
    json.Key("boxes").BeginArray();
    for (const protocol::BlockBox& box : page->boxes) {
      json.BeginArray().Integer(box.offset);
      json.Integer(box.x).Integer(box.y).Integer(box.width).Integer(box.height);
      json.EndArray();
    }
    json.EndArray().Key("sha256").Hexadecimal(page->sha256);
    json.Key("snapshot").Integer(page->snapshot);
    reply.Send(json.EndObject().Take());
  }

  void Remove(const object& params, const Reply& reply) {
    const Result<RemoveParams> remove = DecodeRemove(params);
    if (!remove) return reply.Send(remove.error());
    if (auto may = CheckChange(remove->how.force, remove->document.collection,
                               calls::kDocumentsRemove);
        !may) {
      return reply.Send(may.error());
    }
    const DocumentName& document = remove->document;
    if (remove->how.change) {
      // The removal is recorded when the change is committed. An aborted change
      // leaves no record.
      return StageRemoval(*remove->how.change, document, reply);
    }
    store_.Remove(
        document.collection, document.name,
        [&services = services_, changer = ChangerOf(document.collection),
         removal = Removal{std::string(document.collection),
                           std::string(document.name), remove->erase,
                           remove->wants_progress,
                           reply}](const Result<void>& removed) {
          if (!removed) {
            return SendRefusal(changer, removed.error(), removal.reply);
          }
          // The removal is recorded now: it stands even if erasing fails.
          changer.audit.RecordChange(
              {"remove", removal.collection, removal.name, {}, {}},
              [&services, removal](const Result<Recorded>& record) {
                ReplyToRemoval(services, removal, record);
              });
        },
        ForceIf(remove->how.force, audit_, std::string(document.collection)));
  }

  void Erase(const object& params, const Reply& reply) {
    const auto erase = DecodeUpkeep(params, calls::kDocumentsErase);
    if (!erase) return reply.Send(erase.error());
    // The snapshot only shows whether there is such a collection.
    const auto snapshot = store_.Pin(erase->collection);
    if (!snapshot) return reply.Send(snapshot.error());
    const std::string collection(erase->collection);
    EraseAndWithdraw(
        services_, collection, ReportTo(reply, erase->wants_progress),
        [&store = store_, reply, collection](const Result<void>& erased) {
          if (!erased) return reply.Send(NotErased(erased.error()));
          JsonWriter json;
          json.BeginObject().Key("collection").String(collection);
          json.Key("erased").Bool(true);
          const auto now = store.Pin(collection);
          if (now && (*now)->settings().before) {
            json.Key("kept").Bool(true);
          }
          reply.Send(json.EndObject().Take());
        });
  }

 private:
  // Returns the change if it is of this collection.
  [[nodiscard]] Result<StagedChange*> FindChange(std::uint64_t number,
                                                 std::string_view collection) {
    auto change = change_.Find(number);
    if (!change || (*change)->collection() == collection) return change;
    // A committed change makes one snapshot, so it can only be of one
    // collection.
    return Error{ErrorKind::kInvalidParams,
                 "Change " + std::to_string(number) + " is of collection " +
                     Quoted((*change)->collection()) + ".",
                 "collection"};
  }

  void StageAddition(std::uint64_t number, Upload upload,
                     std::optional<engine::Sha256> sha256, const Reply& reply) {
    const auto change = FindChange(number, upload.collection());
    if (!change) return reply.Send(change.error());
    const std::string& collection = (*change)->collection();
    // The name is copied because the upload is moved below.
    const std::string name = upload.name();
    const auto staged = (*change)->Add(std::move(upload), sha256);
    if (!staged) return reply.Send(staged.error());
    JsonWriter json;
    json.BeginObject().Key("name").String(name);
    json.Key("collection").String(collection);
    json.Key("staged").Bool(true);
    // Says whether the name is taken now. The change may still remove that
    // document.
    json.Key("replaced").Bool(store_.Text(collection, name, 0, 0).has_value());
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

  // Rights are checked again: they may have been withdrawn since the upload
  // began.
  [[nodiscard]] Changer ChangerOf(std::string_view collection) const {
    return {audit_, std::string(collection),
            connection_.access().Has(Right::kRead, collection)};
  }

  [[nodiscard]] Result<void> CheckRightTo(std::string_view collection,
                                          const calls::Call& call) const {
    return Check(Right::kAdd, collection, call);
  }

  // Whether the caller may make the change, and the audit log has room for it.
  // To force it takes another right: the right to change documents must not
  // suffice to overrule the guard that somebody else has set.
  [[nodiscard]] Result<void> CheckChange(bool force,
                                         std::string_view collection,
                                         const calls::Call& call) const {
    const Result<void> may =
        force ? Check(Right::kManage, collection, call) : Result<void>();
    return may ? audit_.CheckRoom() : may;
  }

  [[nodiscard]] Result<void> Check(Right right, std::string_view collection,
                                   const calls::Call& call) const {
    if (connection_.access().Has(right, collection)) return {};
    return ForbiddenIn(collection, right, connection_.caller, call.name);
  }

  // Drops the upload that a faulty part names, even when the part's other
  // parameters could not be read.
  void DropNamedUpload(const object& params) {
    const boost::json::value* number =
        params.if_contains(calls::documents::kUpload.name);
    if (number != nullptr && number->is_int64()) {
      uploads_.Drop(static_cast<std::uint64_t>(number->get_int64()));
    }
  }

  const Connection& connection_;
  Services& services_;
  CollectionStore& store_;
  const AuditTrail& audit_;
  OpenUploads uploads_;
  OpenChange change_;
};

}  // namespace

void AddDocumentMethods(const Connection& connection, MethodTable& table) {
  const auto documents = std::make_shared<Documents>(connection);
  Documents& here = *documents;
  AddMethod<&Documents::Add>(table, calls::kDocumentsAdd, here);
  AddMethod<&Documents::Begin>(table, calls::kDocumentsBegin, here);
  AddMethod<&Documents::Part>(table, calls::kDocumentsPart, here);
  AddMethod<&Documents::Commit>(table, calls::kDocumentsCommit, here);
  AddMethod<&Documents::Abort>(table, calls::kDocumentsAbort, here);
  AddMethod<&Documents::List>(table, calls::kDocumentsList, here);
  AddMethod<&Documents::Text>(table, calls::kDocumentsText, here);
  AddMethod<&Documents::Blocks>(table, calls::kDocumentsBlocks, here);
  AddMethod<&Documents::Page>(table, calls::kDocumentsPage, here);
  AddMethod<&Documents::Remove>(table, calls::kDocumentsRemove, here);
  AddMethod<&Documents::Erase>(table, calls::kDocumentsErase, here);
  AddMethod<&Documents::BeginChange>(table, calls::kChangesBegin, here);
  AddMethod<&Documents::CommitChange>(table, calls::kChangesCommit, here);
  AddMethod<&Documents::AbortChange>(table, calls::kChangesAbort, here);
  // These callbacks own the documents, so that the methods can use them.
  table.holds_work = [documents] { return documents->holds_work(); };
  table.drop_stale_work = [documents](OpenUploads::Clock::time_point time) {
    return documents->DropStale(time);
  };
}

}  // namespace answerbox::daemon
