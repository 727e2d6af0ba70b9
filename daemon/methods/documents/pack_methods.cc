// `packs.*`: a connection receives one pack at a time, and reads one collection
// to make one.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "daemon/collections/files/errors.h"
#include "daemon/methods/documents/document_replies.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/question_params.h"
#include "engine/index/reading/segment_reader.h"
#include "protocol/audit/digest.h"
#include "protocol/calls/packs.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

using boost::json::object;
namespace packs = calls::packs;

// A collection that the client reads. The snapshot keeps its segments mapped.
struct ExportedCollection {
  struct Part {
    const char* kind;
    std::string_view bytes;
  };
  std::string name;
  std::shared_ptr<const Snapshot> snapshot;
  std::uint64_t changes = 0;  // Of its segments, before they were read.
  std::string synonyms;
  std::uint32_t format = 0;
  std::vector<Part> parts;
};

// Returns the number of documents that were removed, and not erased yet.
std::uint64_t RemovedIn(const Snapshot& snapshot) {
  std::uint64_t removed = 0;
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    removed += segment.removed.size();
  }
  return removed;
}

Error HasRemoved(std::string_view collection, std::uint64_t documents) {
  return {.kind = ErrorKind::kRejected,
          .message = "Files of collection " + Quoted(collection) +
                     " still hold the text of " + std::to_string(documents) +
                     " documents that were removed or replaced, and a pack "
                     "would spread it: run `answerbox remove --erase -c " +
                     std::string(collection) + "` first.",
          .subject = "unusable_pack"};
}

Error NothingBegun() {
  return {.kind = ErrorKind::kNotFound,
          .message =
              "This connection has no such transfer: packs.begin or "
              "packs.export opens one, an error, the next export or "
              "upload_idle_seconds without a request ends it."};
}

Error ChangedSince(std::string_view collection) {
  return Busy("The files of collection " + Quoted(collection) +
              " changed while the pack was made: make it again.");
}

// Whether the snapshots have the same segments, of which none was merged.
bool HasSameSegments(const Snapshot& one, const Snapshot& other) {
  return std::ranges::equal(one.segments(), other.segments(), {},
                            &Snapshot::Segment::stored,
                            &Snapshot::Segment::stored);
}

// The methods of one connection. Only the blocking lane's thread uses it,
// except is_open().
class Packs {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Packs(const Connection& connection)
      : connection_(connection), store_(connection.services.store) {}

  // Safe to call from any thread.
  [[nodiscard]] bool is_open() const noexcept { return is_open_; }

  [[nodiscard]] std::optional<Clock::time_point> DropStale(
      Clock::time_point time) {
    if (!is_open_) return std::nullopt;
    if (last_used_ > time) return last_used_;
    exported_.reset();
    receiving_.reset();
    is_open_ = false;
    return std::nullopt;
  }

  void Export(const object& params, const Reply& reply) {
    const auto name = NameIn(params, calls::kPacksExport);
    if (!name) return reply.Send(name.error());
    auto made = ReadCollection(*name);
    if (!made) return reply.Send(made.error());
    const CollectionSettings& settings = made->snapshot->settings();
    JsonWriter json;
    json.BeginObject().Key("transfer").Integer(++last_number_);
    json.Key("format").Integer(made->format);
    json.Key("profile").String(ToString(settings.profile));
    json.Key("window").Integer(settings.chunking.window_words);
    json.Key("overlap").Integer(settings.chunking.overlap_words);
    json.Key("theta").Real(settings.theta);
    json.Key("parts").BeginArray();
    for (const auto& [kind, bytes] : made->parts) {
      json.BeginObject().Key("kind").String(kind);
      json.Key("bytes").Integer(bytes.size()).EndObject();
    }
    exported_ = *std::move(made);
    exported_number_ = last_number_;
    Touch();
    reply.Send(json.EndArray().EndObject().Take());
  }

  void Read(const object& given, const Reply& reply) {
    Params params(given, calls::kPacksRead);
    const auto number = params.Integer<std::uint64_t>(packs::kTransfer);
    const auto part = params.Integer<std::size_t>(packs::kPart);
    const auto offset = params.Integer<std::uint64_t>(packs::kOffset);
    if (params.error()) return reply.Send(*params.error());
    if (!exported_ || number != exported_number_) {
      return reply.Send(NothingBegun());
    }
    if (auto may = CheckRight(exported_->name, calls::kPacksRead, Right::kRead);
        !may) {
      CloseExport();
      return reply.Send(may.error());
    }
    if (part >= exported_->parts.size() ||
        offset >= exported_->parts[part].bytes.size()) {
      return reply.Send(InvalidParameter(
          "offset", "The collection has no such part, or it ends before."));
    }
    Touch();
    auto piece = PieceOf(part, static_cast<std::size_t>(offset));
    if (!piece) {
      CloseExport();
      return reply.Send(piece.error());
    }
    JsonWriter json;
    json.BeginObject().Key("base64").String(*piece);
    reply.Send(json.EndObject().Take());
  }

  void Begin(const object& params, const Reply& reply) {
    const auto name = NameIn(params, calls::kPacksBegin);
    if (!name) return reply.Send(name.error());
    auto pack = store_.BeginPack(*name);
    if (!pack) return reply.Send(pack.error());
    receiving_ = *std::move(pack);
    receiving_number_ = ++last_number_;
    Touch();
    JsonWriter json;
    json.BeginObject().Key("transfer").Integer(receiving_number_);
    reply.Send(json.EndObject().Take());
  }

  void Part(const object& given, const Reply& reply) {
    Params params(given, calls::kPacksPart);
    const auto number = params.Integer<std::uint64_t>(packs::kTransfer);
    const std::string_view text = params.Text(packs::kPiece);
    if (params.error()) return reply.Send(*params.error());
    if (!IsReceiving(number)) return reply.Send(NothingBegun());
    const auto bytes = protocol::FromBase64(text);
    if (!bytes || bytes->size() > packs::kMaxPieceBytes) {
      static_cast<void>(TakeReceived());
      return reply.Send(InvalidParameter(
          "base64", "base64 must be Base64 of at most " +
                        std::to_string(packs::kMaxPieceBytes) + " bytes."));
    }
    Touch();
    const auto taken = receiving_->Append(*bytes);
    if (taken) return reply.Send(std::string("{}"));
    Refuse(connection_.audit, TakeReceived(), taken.error(), reply);
  }

  void Install(const object& given, const Reply& reply) {
    Params params(given, calls::kPacksInstall);
    const auto number = params.Integer<std::uint64_t>(packs::kTransfer);
    const PackForce force{params.Flag(packs::kDowngrade),
                          params.Flag(packs::kDropExam)};
    if (params.error()) return reply.Send(*params.error());
    if (!IsReceiving(number)) return reply.Send(NothingBegun());
    // Whatever comes of it, the pack is no longer open.
    std::unique_ptr<ReceivedPack> pack = TakeReceived();
    const std::string collection = pack->collection();
    if (auto may = CheckRight(collection, calls::kPacksInstall); !may) {
      return reply.Send(may.error());
    }
    if (auto room = connection_.audit.CheckRoom(); !room) {
      return reply.Send(room.error());
    }
    if (auto opened = pack->Open(); !opened) {
      return Refuse(connection_.audit, std::move(pack), opened.error(), reply);
    }
    // What was removed would stay in the files that are kept for a rollback. A
    // collection that is not there has nothing to erase.
    const auto pinned = store_.Pin(collection);
    if (!pinned) {
      return Switch(connection_.services, connection_.audit, std::move(pack),
                    force, false, reply);
    }
    const bool erases = RemovedIn(**pinned) > 0;
    // std::function can't hold a unique_ptr.
    const auto held =
        std::make_shared<std::unique_ptr<ReceivedPack>>(std::move(pack));
    store_.Erase(collection, {},
                 [&services = connection_.services, audit = connection_.audit,
                  held, force, erases, reply](const Result<void>& erased) {
                   if (erased) {
                     return Switch(services, audit, std::move(*held), force,
                                   erases, reply);
                   }
                   Refuse(audit, std::move(*held), erased.error(), reply);
                 });
  }

 private:
  // It may have been withdrawn since the transfer was begun.
  [[nodiscard]] Result<void> CheckRight(std::string_view collection,
                                        const calls::Call& call,
                                        Right right = Right::kManage) const {
    if (connection_.access().Has(right, collection)) return {};
    return ForbiddenIn(collection, right, connection_.caller, call.name);
  }

  [[nodiscard]] static Result<std::string> NameIn(const object& given,
                                                  const calls::Call& call) {
    Params params(given, call);
    const std::string_view name = params.Text(calls::collections::kName);
    if (params.error()) return *params.error();
    return std::string(name);
  }

  [[nodiscard]] Result<ExportedCollection> ReadCollection(
      std::string_view name) const {
    const auto pinned = store_.Pin(name);
    if (!pinned) return pinned.error();
    ExportedCollection made{
        std::string(name), *pinned, store_.ChangesOf(**pinned), {}, 0, {}};
    for (const Snapshot::Segment& segment : made.snapshot->segments()) {
      made.format =
          std::max(made.format, segment.stored->reader.format_version());
      made.parts.push_back({"segment", segment.stored->file.text()});
    }
    if (const auto removed = RemovedIn(*made.snapshot); removed > 0) {
      return HasRemoved(name, removed);
    }
    if (made.parts.empty()) {
      return Rejected("unusable_pack",
                      "Collection " + Quoted(name) + " has no documents.");
    }
    if (made.snapshot->settings().synonyms) {
      auto text = store_.SynonymsText(name, *made.snapshot);
      if (!text) return text.error();
      made.synonyms = *std::move(text);
      made.parts.push_back({"synonyms", made.synonyms});
    }
    if (const auto& guard = made.snapshot->settings().guard) {
      made.parts.push_back({"exam", guard->text});
    }
    return made;
  }

  // Returns Base64 of bytes that are what was stored: who signs them vouches
  // for them, and a page that the disk can't give reads as zeros.
  [[nodiscard]] Result<std::string> PieceOf(std::size_t part,
                                            std::size_t offset) const {
    const ExportedCollection& from = *exported_;
    const auto now = store_.Pin(from.name);
    if (!now) return now.error();
    if (!HasSameSegments(**now, *from.snapshot)) return ChangedSince(from.name);
    const std::string_view piece =
        from.parts[part].bytes.substr(offset, packs::kMaxPieceBytes);
    const auto& segments = from.snapshot->segments();
    if (part < segments.size() &&
        !segments[part].stored->checks->Hold(offset, piece.size())) {
      return store_.Damage(from.name, *from.snapshot,
                           segments[part].stored->checks->DamageIn(
                               "segment", offset, piece.size()));
    }
    std::string text = protocol::ToBase64(std::as_bytes(std::span(piece)));
    if (store_.IsUnchangedSince(*from.snapshot, from.changes)) return text;
    return ChangedSince(from.name);
  }

  static void Switch(Services& services, const AuditTrail& audit,
                     std::unique_ptr<ReceivedPack> pack, PackForce force,
                     bool erased, const Reply& reply) {
    const std::string collection = pack->collection();
    const auto mark = pack->mark();
    services.store.Install(
        std::move(pack), force,
        [&services, audit, collection, mark, reply, erased,
         done = ReplyWithOtherDocuments("install", services, audit, reply)](
            const Result<CollectionSummary>& installed) {
          if (installed) return done(installed);
          if (!erased) {
            return Refuse(audit, {collection, *mark, {}}, installed.error(),
                          reply);
          }
          services.withdraw(
              {}, collection,
              [audit, collection, mark, reply,
               error = installed.error()](const Result<void>&) {
                Refuse(audit, {collection, *mark, {}}, error, reply);
              });
        });
  }

  static void Refuse(const AuditTrail& audit,
                     std::unique_ptr<ReceivedPack> pack, const Error& error,
                     const Reply& reply) {
    const std::string collection = pack->collection();
    const auto mark = pack->mark();
    // Its folder is removed before the caller is told.
    pack.reset();
    // Only what came with a header can be told in the log.
    if (mark == nullptr) return reply.Send(error);
    Refuse(audit, {collection, *mark, {}}, error, reply);
  }

  static void Refuse(const AuditTrail& audit, RefusedPack refused,
                     const Error& error, const Reply& reply) {
    refused.message = error.message;
    audit.RecordRefusedPack(refused, [reply, error](const Result<Recorded>&) {
      // It is refused even without a record.
      reply.Send(error);
    });
  }

  void Touch() {
    last_used_ = Clock::now();
    is_open_ = true;
  }

  void CloseExport() {
    exported_.reset();
    is_open_ = receiving_ != nullptr;
  }

  [[nodiscard]] bool IsReceiving(std::uint64_t number) const {
    return receiving_ != nullptr && number == receiving_number_;
  }

  [[nodiscard]] std::unique_ptr<ReceivedPack> TakeReceived() {
    is_open_ = exported_.has_value();
    return std::move(receiving_);
  }

  const Connection& connection_;
  CollectionStore& store_;
  std::unique_ptr<ReceivedPack> receiving_;
  std::optional<ExportedCollection> exported_;
  // No number is given twice on a connection.
  std::uint64_t last_number_ = 0;
  std::uint64_t receiving_number_ = 0;
  std::uint64_t exported_number_ = 0;
  Clock::time_point last_used_{};
  std::atomic<bool> is_open_{false};
};

void RunRollback(const Connection& connection, const object& given,
                 const Reply& reply) {
  Params params(given, calls::kPacksRollback);
  const std::string_view name = params.Text(calls::collections::kName);
  if (params.error()) return reply.Send(*params.error());
  connection.services.store.RollBack(
      name, ReplyWithOtherDocuments("rollback", connection.services,
                                    connection.audit, reply));
}

void RunDetach(const Connection& connection, const object& given,
               const Reply& reply) {
  Params params(given, calls::kPacksDetach);
  const std::string_view name = params.Text(calls::collections::kName);
  if (params.error()) return reply.Send(*params.error());
  CollectionStore& store = connection.services.store;
  // Where the manifest of what was before is damaged, nothing but a search of
  // the folder finds its files. What can't be removed now goes later.
  store.Detach(
      name, [&store, done = ReplyWithOtherDocuments(
                         "detach", connection.services, connection.audit,
                         reply)](const Result<CollectionSummary>& detached) {
        if (!detached) return done(detached);
        store.Erase(detached->name, {},
                    [done, detached](const Result<void>&) { done(detached); });
      });
}

}  // namespace

void AddPackMethods(const Connection& connection, MethodTable& table) {
  const auto here = std::make_shared<Packs>(connection);
  AddMethod<&Packs::Export>(table, calls::kPacksExport, *here);
  AddMethod<&Packs::Read>(table, calls::kPacksRead, *here);
  AddMethod<&Packs::Begin>(table, calls::kPacksBegin, *here);
  AddMethod<&Packs::Part>(table, calls::kPacksPart, *here);
  AddMethod<&Packs::Install>(table, calls::kPacksInstall, *here);
  AddMethod(table, calls::kPacksRollback, connection,
            IfThereIsRoom<RunRollback>);
  AddMethod(table, calls::kPacksDetach, connection, IfThereIsRoom<RunDetach>);
  HoldWork(table, here);
}

}  // namespace answerbox::daemon
