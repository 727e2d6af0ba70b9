// `packs.*`: a connection receives one pack at a time, or reads one collection
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
#include "daemon/methods/documents/collection_replies.h"
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
  std::shared_ptr<const Snapshot> snapshot;
  std::string synonyms;
  std::uint32_t format = 0;
  std::vector<Part> parts;
};

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
              "This connection has no pack open: packs.begin or "
              "packs.export opens one, an error or upload_idle_seconds "
              "without a request ends it."};
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
    Close();
    return std::nullopt;
  }

  void Export(const object& params, const Reply& reply) {
    const auto name = NameIn(params, calls::kPacksExport);
    if (!name) return reply.Send(name.error());
    auto made = ReadCollection(*name);
    if (!made) return reply.Send(made.error());
    const CollectionSettings& settings = made->snapshot->settings();
    JsonWriter json;
    json.BeginObject().Key("format").Integer(made->format);
    json.Key("profile").String(ToString(settings.profile));
    json.Key("window").Integer(settings.chunking.window_words);
    json.Key("overlap").Integer(settings.chunking.overlap_words);
    json.Key("theta").Real(settings.theta);
    json.Key("parts").BeginArray();
    for (const auto& [kind, bytes] : made->parts) {
      json.BeginObject().Key("kind").String(kind);
      json.Key("bytes").Integer(bytes.size()).EndObject();
    }
    Close();
    exported_ = *std::move(made);
    Touch();
    reply.Send(json.EndArray().EndObject().Take());
  }

  void Read(const object& given, const Reply& reply) {
    Params params(given, calls::kPacksRead);
    const auto part = params.Integer<std::size_t>(packs::kPart);
    const auto offset = params.Integer<std::uint64_t>(packs::kOffset);
    if (params.error()) return reply.Send(*params.error());
    if (!exported_) return reply.Send(NothingBegun());
    if (part >= exported_->parts.size() ||
        offset >= exported_->parts[part].bytes.size()) {
      return reply.Send(InvalidParameter(
          "offset", "The collection has no such part, or it ends before."));
    }
    Touch();
    const std::string_view piece = exported_->parts[part].bytes.substr(
        static_cast<std::size_t>(offset), packs::kMaxPieceBytes);
    JsonWriter json;
    json.BeginObject().Key("base64").String(
        protocol::ToBase64(std::as_bytes(std::span(piece))));
    reply.Send(json.EndObject().Take());
  }

  void Begin(const object& params, const Reply& reply) {
    const auto name = NameIn(params, calls::kPacksBegin);
    if (!name) return reply.Send(name.error());
    Close();
    auto pack = store_.BeginPack(*name);
    if (!pack) return reply.Send(pack.error());
    receiving_ = *std::move(pack);
    Touch();
    reply.Send(std::string("{}"));
  }

  void Part(const object& given, const Reply& reply) {
    Params params(given, calls::kPacksPart);
    const std::string_view text = params.Text(packs::kPiece);
    if (params.error()) return reply.Send(*params.error());
    if (!receiving_) return reply.Send(NothingBegun());
    const auto bytes = protocol::FromBase64(text);
    if (!bytes || bytes->size() > packs::kMaxPieceBytes) {
      Close();
      return reply.Send(InvalidParameter(
          "base64", "base64 must be Base64 of at most " +
                        std::to_string(packs::kMaxPieceBytes) + " bytes."));
    }
    Touch();
    const auto taken = receiving_->Append(*bytes);
    if (taken) return reply.Send(std::string("{}"));
    Refuse(connection_.audit, *receiving_, taken.error(), reply);
    Close();
  }

  void Install(const object& given, const Reply& reply) {
    Params params(given, calls::kPacksInstall);
    const bool downgrade = params.Flag(packs::kDowngrade);
    if (params.error()) return reply.Send(*params.error());
    if (!receiving_) return reply.Send(NothingBegun());
    // Whatever comes of it, the pack is no longer open.
    std::unique_ptr<ReceivedPack> pack = std::move(receiving_);
    Close();
    const std::string collection = pack->collection();
    // The right may have been withdrawn since it was begun.
    if (!connection_.access().Has(Right::kManage, collection)) {
      return reply.Send(ForbiddenIn(collection, Right::kManage,
                                    connection_.caller,
                                    calls::kPacksInstall.name));
    }
    if (auto room = connection_.audit.CheckRoom(); !room) {
      return reply.Send(room.error());
    }
    if (auto opened = pack->Open(); !opened) {
      return Refuse(connection_.audit, *pack, opened.error(), reply);
    }
    // What was removed would stay in the files that are kept for a rollback. A
    // collection that is not there has nothing to erase.
    if (!store_.Pin(collection)) {
      return Switch(store_, connection_.audit, std::move(pack), downgrade,
                    reply);
    }
    // std::function can't hold a unique_ptr.
    const auto held =
        std::make_shared<std::unique_ptr<ReceivedPack>>(std::move(pack));
    store_.Erase(collection, {},
                 [&store = store_, audit = connection_.audit, held, downgrade,
                  reply](const Result<void>& erased) {
                   if (erased) {
                     return Switch(store, audit, std::move(*held), downgrade,
                                   reply);
                   }
                   Refuse(audit, **held, erased.error(), reply);
                 });
  }

 private:
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
    ExportedCollection made{*pinned, {}, 0, {}};
    std::uint64_t removed = 0;
    for (const Snapshot::Segment& segment : made.snapshot->segments()) {
      removed += segment.removed.size();
      made.format =
          std::max(made.format, segment.stored->reader.format_version());
      made.parts.push_back({"segment", segment.stored->file.text()});
    }
    if (removed > 0) return HasRemoved(name, removed);
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

  static void Switch(CollectionStore& store, const AuditTrail& audit,
                     std::unique_ptr<ReceivedPack> pack, bool downgrade,
                     const Reply& reply) {
    const std::string collection = pack->collection();
    const auto mark = pack->mark();
    store.Install(
        std::move(pack), downgrade,
        [audit, collection, mark, reply,
         done = ReplyWithCollection("install", audit, reply)](
            const Result<CollectionSummary>& installed) {
          if (installed) return done(installed);
          Refuse(audit, {collection, *mark, {}}, installed.error(), reply);
        });
  }

  static void Refuse(const AuditTrail& audit, const ReceivedPack& pack,
                     const Error& error, const Reply& reply) {
    // Only what came with a header can be told in the log.
    if (pack.mark() == nullptr) return reply.Send(error);
    Refuse(audit, {pack.collection(), *pack.mark(), {}}, error, reply);
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

  void Close() {
    receiving_.reset();
    exported_.reset();
    is_open_ = false;
  }

  const Connection& connection_;
  CollectionStore& store_;
  std::unique_ptr<ReceivedPack> receiving_;
  std::optional<ExportedCollection> exported_;
  Clock::time_point last_used_{};
  std::atomic<bool> is_open_{false};
};

template <auto method>
void Add(MethodTable& table, const calls::Call& call, Packs& here) {
  table.Add(call, [&here](const object& params, const Reply& reply) {
    (here.*method)(params, reply);
  });
}

void RunRollback(const Connection& connection, const object& given,
                 const Reply& reply) {
  Params params(given, calls::kPacksRollback);
  const std::string_view name = params.Text(calls::collections::kName);
  if (params.error()) return reply.Send(*params.error());
  connection.services.store.RollBack(
      name, ReplyWithCollection("rollback", connection.audit, reply));
}

void RunDetach(const Connection& connection, const object& given,
               const Reply& reply) {
  Params params(given, calls::kPacksDetach);
  const std::string_view name = params.Text(calls::collections::kName);
  if (params.error()) return reply.Send(*params.error());
  connection.services.store.Detach(
      name, ReplyWithCollection("detach", connection.audit, reply));
}

}  // namespace

void AddPackMethods(const Connection& connection, MethodTable& table) {
  const auto here = std::make_shared<Packs>(connection);
  Add<&Packs::Export>(table, calls::kPacksExport, *here);
  Add<&Packs::Read>(table, calls::kPacksRead, *here);
  Add<&Packs::Begin>(table, calls::kPacksBegin, *here);
  Add<&Packs::Part>(table, calls::kPacksPart, *here);
  Add<&Packs::Install>(table, calls::kPacksInstall, *here);
  AddMethod(table, calls::kPacksRollback, connection,
            IfThereIsRoom<RunRollback>);
  AddMethod(table, calls::kPacksDetach, connection, IfThereIsRoom<RunDetach>);
  // The connection's other methods hold work, too.
  table.holds_work = [here, others = std::move(table.holds_work)] {
    return here->is_open() || (others && others());
  };
  table.drop_stale_work = [here, others = std::move(table.drop_stale_work)](
                              Packs::Clock::time_point time) {
    const auto pack = here->DropStale(time);
    const auto other = others ? others(time) : std::nullopt;
    if (!pack || !other) return pack ? pack : other;
    return std::optional(std::min(*pack, *other));
  };
}

}  // namespace answerbox::daemon
