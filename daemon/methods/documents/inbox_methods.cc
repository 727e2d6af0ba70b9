// `inbox.*`: a connection sends one file at a time.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/collections/files/errors.h"
#include "daemon/methods/method_families.h"
#include "protocol/audit/digest.h"
#include "protocol/calls/inbox.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

using boost::json::object;
namespace inbox = calls::inbox;

static_assert(inbox::kName.most_bytes == Inbox::kMaxNameBytes);

// A list ends once it has this many bytes, as documents.list does.
constexpr std::size_t kMostToldBytes = std::size_t{128} << 10;

Error NoInboxUpload() {
  return {ErrorKind::kNotFound,
          "This connection has no such upload: inbox.begin opens one; an "
          "error, inbox.abort or upload_idle_seconds without a request ends "
          "it."};
}

Error SendsAlready() {
  return {ErrorKind::kBusy,
          "This connection sends a file already: commit or abort it, or try "
          "again when upload_idle_seconds without a request have ended it."};
}

// The methods of one connection. Only the blocking lane's thread uses it,
// except is_open().
class InboxUploads {
 public:
  using Clock = std::chrono::steady_clock;

  explicit InboxUploads(const Connection& connection)
      : connection_(connection), inbox_(*connection.services.inbox) {}

  // Safe to call from any thread.
  [[nodiscard]] bool is_open() const noexcept { return is_open_; }

  [[nodiscard]] std::optional<Clock::time_point> DropStale(
      Clock::time_point time) {
    if (!is_open_) return std::nullopt;
    if (last_used_ > time) return last_used_;
    static_cast<void>(Take());
    return std::nullopt;
  }

  void Begin(const object& given, const Reply& reply) {
    Params params(given, calls::kInboxBegin);
    const std::string_view collection = params.Text(calls::kCollection);
    const std::string_view name = params.Text(inbox::kName);
    const auto bytes = params.Integer<std::uint64_t>(inbox::kBytes);
    if (params.error()) return reply.Send(*params.error());
    // What is put there for a collection that is not there would wait for ever.
    if (auto pinned = connection_.services.store.Pin(collection); !pinned) {
      return reply.Send(pinned.error());
    }
    // Several tabs of a browser are one connection: none takes another's file.
    if (file_ != nullptr) return reply.Send(SendsAlready());
    auto begun = inbox_.Begin(collection, name, bytes);
    if (!begun) return reply.Send(begun.error());
    file_ = std::move(*begun);
    number_ = ++last_number_;
    Touch();
    JsonWriter json;
    json.BeginObject().Key("upload").Integer(number_);
    reply.Send(json.EndObject().Take());
  }

  void Part(const object& given, const Reply& reply) {
    Params params(given, calls::kInboxPart);
    const auto number =
        params.Integer<std::uint64_t>(calls::documents::kUpload);
    const std::string_view text = params.Text(inbox::kPiece);
    if (params.error()) return reply.Send(*params.error());
    if (!Has(number)) return reply.Send(NoInboxUpload());
    // Whatever is wrong with a part, the file has a hole without it.
    if (auto taken = Append(text); !taken) {
      static_cast<void>(Take());
      return reply.Send(taken.error());
    }
    Touch();
    JsonWriter json;
    json.BeginObject().Key("bytes").Integer(file_->received_bytes());
    reply.Send(json.EndObject().Take());
  }

  void Commit(const object& given, const Reply& reply) {
    Params params(given, calls::kInboxCommit);
    const auto number =
        params.Integer<std::uint64_t>(calls::documents::kUpload);
    if (params.error()) return reply.Send(*params.error());
    if (!Has(number)) return reply.Send(NoInboxUpload());
    // Whatever comes of it, the upload is no longer open.
    const std::unique_ptr<IncomingFile> file = Take();
    if (auto may = CheckRight(*file, calls::kInboxCommit); !may) {
      return reply.Send(may.error());
    }
    if (auto room = connection_.audit.CheckRoom(); !room) {
      return reply.Send(room.error());
    }
    const auto sha256 = file->Commit();
    if (!sha256) return reply.Send(sha256.error());
    sent_.emplace_back(file->collection(), file->name());
    if (sent_.size() > Inbox::kMaxListed) sent_.erase(sent_.begin());
    JsonWriter json;
    json.BeginObject().Key("name").String(file->name());
    json.Key("collection").String(file->collection());
    json.Key("bytes").Integer(file->received_bytes());
    json.Key("sha256").Hexadecimal(*sha256);
    // Who takes it in goes on record as the inbox's own user.
    connection_.audit.RecordChange(
        {"upload", file->collection(), file->name(), *sha256},
        SendWith(std::move(json), reply));
  }

  void Abort(const object& given, const Reply& reply) {
    Params params(given, calls::kInboxAbort);
    const auto number =
        params.Integer<std::uint64_t>(calls::documents::kUpload);
    if (params.error()) return reply.Send(*params.error());
    if (!Has(number)) return reply.Send(NoInboxUpload());
    static_cast<void>(Take());
    reply.Send(std::string("{}"));
  }

  // Names tell of people, and reports quote documents: who may not read the
  // collection is told the fate of its own files alone.
  void List(const object& given, const Reply& reply) const {
    Params params(given, calls::kInboxList);
    const std::string_view collection = params.Text(calls::kCollection);
    if (params.error()) return reply.Send(*params.error());
    const auto entries = inbox_.List(collection);
    if (!entries) return reply.Send(entries.error());
    const bool may_read = connection_.access().Has(Right::kRead, collection);
    JsonWriter json;
    json.BeginObject().Key("files").BeginArray();
    for (const InboxEntry& entry : *entries) {
      if (json.size() >= kMostToldBytes) break;
      if (!may_read && !HasSent(collection, entry.name)) continue;
      json.BeginObject().Key("name").String(entry.name);
      json.Key("state").String(ToString(entry.state));
      json.Key("time").Integer(entry.time.time_since_epoch().count());
      json.Key("report");
      may_read && !entry.report.empty() ? json.String(entry.report)
                                        : json.Null();
      json.EndObject();
    }
    reply.Send(json.EndArray().EndObject().Take());
  }

 private:
  // It may have been withdrawn since the upload was begun.
  [[nodiscard]] Result<void> CheckRight(const IncomingFile& file,
                                        const calls::Call& call) const {
    if (connection_.access().Has(Right::kAdd, file.collection())) return {};
    return ForbiddenIn(file.collection(), Right::kAdd, connection_.caller,
                       call.name);
  }

  [[nodiscard]] Result<void> Append(std::string_view text) {
    if (auto may = CheckRight(*file_, calls::kInboxPart); !may) return may;
    const auto bytes = protocol::FromBase64(text);
    if (!bytes || bytes->size() > inbox::kMaxPieceBytes) {
      return InvalidParameter(
          "base64", "base64 must be Base64 of at most " +
                        std::to_string(inbox::kMaxPieceBytes) + " bytes.");
    }
    return file_->Append(*bytes);
  }

  [[nodiscard]] bool HasSent(std::string_view collection,
                             std::string_view name) const {
    return std::ranges::any_of(sent_, [&](const auto& one) {
      return one.first == collection && one.second == name;
    });
  }

  [[nodiscard]] bool Has(std::uint64_t number) const {
    return file_ != nullptr && number == number_;
  }

  [[nodiscard]] std::unique_ptr<IncomingFile> Take() {
    is_open_ = false;
    return std::move(file_);
  }

  void Touch() {
    last_used_ = Clock::now();
    is_open_ = true;
  }

  const Connection& connection_;
  Inbox& inbox_;
  std::unique_ptr<IncomingFile> file_;
  // Collection and name of the last ones, at most Inbox::kMaxListed.
  std::vector<std::pair<std::string, std::string>> sent_;
  // No number is given twice on a connection.
  std::uint64_t last_number_ = 0;
  std::uint64_t number_ = 0;
  Clock::time_point last_used_{};
  std::atomic<bool> is_open_{false};
};

}  // namespace

void AddInboxMethods(const Connection& connection, MethodTable& table) {
  const auto here = std::make_shared<InboxUploads>(connection);
  AddMethod<&InboxUploads::Begin>(table, calls::kInboxBegin, *here);
  AddMethod<&InboxUploads::Part>(table, calls::kInboxPart, *here);
  AddMethod<&InboxUploads::Commit>(table, calls::kInboxCommit, *here);
  AddMethod<&InboxUploads::Abort>(table, calls::kInboxAbort, *here);
  AddMethod<&InboxUploads::List>(table, calls::kInboxList, *here);
  HoldWork(table, here);
}

}  // namespace answerbox::daemon
