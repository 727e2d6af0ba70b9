#include "daemon/protocol/json_rpc.h"

#include <string.h>

#include <cassert>
#include <new>

#include "engine/text/utf8.h"
#include "protocol/json/json_member.h"
#include "protocol/json/json_tree.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

namespace json = boost::json;

Error Invalid(std::string message) {
  return {ErrorKind::kInvalidRequest, std::move(message)};
}

// Returns the id as JSON text. Rejects fractions, as they could not be echoed
// exactly.
std::optional<std::string> EncodeId(const json::value& id) {
  JsonWriter writer;
  if (const json::string* text = id.if_string()) {
    if (text->size() > kMaxIdBytes) return std::nullopt;
    writer.String(*text);
  } else if (const std::int64_t* number = id.if_int64()) {
    writer.Integer(*number);
  } else if (const std::uint64_t* large_number = id.if_uint64()) {
    writer.Integer(*large_number);
  } else if (id.is_null()) {
    writer.Null();
  } else {
    return std::nullopt;
  }
  return writer.Take();
}

// Unknown members are refused and not ignored: a misspelt "params" would
// otherwise run the method with its defaults.
bool IsKnownMember(std::string_view key) {
  return key == "jsonrpc" || key == "id" || key == "method" || key == "params";
}

}  // namespace

Request::~Request() {
  root_.reset();  // It is walked once more.
  ::explicit_bzero(first_block_.data(), first_block_.size());
}

// Fills in a new request from its text.
class RequestReader {
 public:
  explicit RequestReader(std::shared_ptr<MemoryBudget> budget)
      : made_(std::make_shared<Request>(std::move(budget))), request_(*made_) {}

  // Returns the request, or the error that answers it.
  ReadResult Finish(const Result<void>& read) {
    if (!read) return RejectedLine{request_.id(), read.error()};
    return {std::move(made_)};
  }

  Result<void> ReadLine(std::string_view line, std::size_t max_nesting) {
    if (auto read = ReadRoot(line, max_nesting); !read) return read;
    const json::object* envelope = request_.root_->if_object();
    if (envelope == nullptr) {
      return Invalid(request_.root_->is_array()
                         ? "Batches are not offered: send one request a line."
                         : "A request is a JSON object.");
    }
    if (auto id = ReadId(*envelope); !id) return id;
    const json::value* version = envelope->if_contains("jsonrpc");
    if (version == nullptr || *version != "2.0") {
      return Invalid("\"jsonrpc\" must be \"2.0\".");
    }
    const json::value* method = envelope->if_contains("method");
    if (method == nullptr || !method->is_string()) {
      return Invalid("\"method\" must be a string that names what to do.");
    }
    for (const json::key_value_pair& member : *envelope) {
      if (!IsKnownMember(member.key())) {
        return Invalid("A request has no member \"" +
                       std::string(member.key()) + "\".");
      }
    }
    request_.method_ = method->get_string();
    // Section 4.1: a notification gets no answer, not even an error. A line
    // that is no valid request gets one (section 5). At this point the request
    // is well-formed, so without an id it is a notification.
    if (!envelope->contains("id")) request_.id_.reset();
    return ReadParams(*envelope);
  }

  Result<void> ReadParametersOf(const KnownCall& call, std::string_view text,
                                std::size_t max_nesting) {
    if (auto read = ReadRoot(text, max_nesting); !read) return read;
    json::object* params = request_.root_->if_object();
    if (params == nullptr) return Invalid("Parameters are a JSON object.");
    if (auto id = ReadId(*params); !id) return id;
    params->erase("id");
    return Complete(call, *params);
  }

  Result<void> Make(const KnownCall& call, std::string_view parameter,
                    std::string_view text) {
    request_.id_ = "null";
    if (const auto valid = engine::ValidateUtf8(text); !valid) {
      return Error{ErrorKind::kInvalidParams, "The text is not UTF-8.",
                   std::string(parameter)};
    }
    request_.root_.emplace(
        json::object(json::storage_ptr(&request_.tree_memory_)));
    json::object& params = request_.root_->get_object();
    if (auto added = Add(params, parameter, text); !added) return added;
    return Complete(call, params);
  }

 private:
  // The tree takes its memory from the request's own block first, and stays in
  // it.
  Result<void> ReadRoot(std::string_view text, std::size_t max_nesting) {
    request_.id_ = "null";  // Until the text's id is known.
    Result<json::value> root = ReadJson(
        text, max_nesting, request_.tree_memory_, request_.reader_memory_);
    if (!root) {
      if (root.error().kind == ErrorKind::kLimit) FindId(text, max_nesting);
      return root.error();
    }
    request_.root_.emplace(std::move(*root));
    return {};
  }

  // Looks for the id in the text itself, because the tree could not be built.
  // The caller thus learns which request found no memory, and stops waiting for
  // it.
  void FindId(std::string_view text, std::size_t max_nesting) {
    const auto id = FindScalar(text, "id", kMaxIdBytes, max_nesting);
    if (!id) return;
    if (auto encoded = EncodeId(*id)) request_.id_ = std::move(encoded);
  }

  Result<void> ReadId(const json::object& object) {
    const json::value* id = object.if_contains("id");
    if (id == nullptr) return {};
    std::optional<std::string> encoded = EncodeId(*id);
    if (!encoded) {
      return Invalid(
          "\"id\" is a string of at most 256 bytes, an integer of "
          "64 bits, or null.");
    }
    request_.id_ = std::move(encoded);
    return {};
  }

  // Adds what the transport knows of the call. In MQTT the topic names the
  // method and the collection. The text may repeat the collection, as examples
  // do, but must not name another: the right to publish to a topic is the right
  // to its collection.
  Result<void> Complete(const KnownCall& call, json::object& params) {
    request_.method_ = call.method;
    request_.params_ = &params;
    if (call.parameter.empty()) return {};
    const json::value* said = params.if_contains(call.parameter);
    if (said == nullptr) {
      return Add(params, call.parameter, call.value);
    }
    if (!said->is_string() || said->get_string() != call.value) {
      return Error{ErrorKind::kInvalidParams,
                   "\"" + std::string(call.parameter) + "\" must be \"" +
                       std::string(call.value) + "\" here, or be left out.",
                   std::string(call.parameter)};
    }
    return {};
  }

  // The budget throws where it has no room, from deep inside Boost.JSON. Here
  // and in ReadJson, that becomes an error of the protocol.
  static Result<void> Add(json::object& params, std::string_view name,
                          std::string_view value) {
    try {
      params.emplace(name, value);
    } catch (const std::bad_alloc&) {
      return Error{ErrorKind::kLimit,
                   "The memory that requests share is used up; try again."};
    }
    return {};
  }

  Result<void> ReadParams(const json::object& envelope) {
    const json::value* params = envelope.if_contains("params");
    if (params == nullptr || params->is_null()) return {};
    if (!params->is_object()) {
      return Error{ErrorKind::kInvalidParams,
                   "\"params\" must be an object: parameters have names.",
                   "params"};
    }
    request_.params_ = &params->get_object();
    return {};
  }

  std::shared_ptr<Request> made_;
  Request& request_;
};

ReadResult ReadRequest(std::string_view line, std::size_t max_nesting,
                       std::shared_ptr<MemoryBudget> budget) {
  RequestReader reader(std::move(budget));
  return reader.Finish(reader.ReadLine(line, max_nesting));
}

ReadResult ReadParameters(const KnownCall& call, std::string_view text,
                          std::size_t max_nesting,
                          std::shared_ptr<MemoryBudget> budget) {
  RequestReader reader(std::move(budget));
  return reader.Finish(reader.ReadParametersOf(call, text, max_nesting));
}

ReadResult MakeRequest(const KnownCall& call, std::string_view parameter,
                       std::string_view text,
                       std::shared_ptr<MemoryBudget> budget) {
  RequestReader reader(std::move(budget));
  return reader.Finish(reader.Make(call, parameter, text));
}

namespace {

struct KindEntry {
  ErrorKind kind;
  int code;
  std::string_view name;
  // The names in `data` of Error::subject and Error::field.
  std::string_view subject;
  std::string_view field = {};
};

// Ordered as ErrorKind.
constexpr std::array<KindEntry, 19> kKinds{{
    {ErrorKind::kParseError, -32700, "parse_error", ""},
    {ErrorKind::kInvalidRequest, -32600, "invalid_request", ""},
    {ErrorKind::kUnknownMethod, -32601, "unknown_method", ""},
    {ErrorKind::kInvalidParams, -32602, "invalid_params", "param"},
    {ErrorKind::kInternal, -32603, "internal", ""},
    {ErrorKind::kLineTooLong, -32001, "line_too_long", ""},
    {ErrorKind::kBusy, -32002, "busy", ""},
    {ErrorKind::kTimeout, -32003, "timeout", ""},
    {ErrorKind::kShuttingDown, -32004, "shutting_down", ""},
    {ErrorKind::kForbidden, -32005, "forbidden", "right", "collection"},
    {ErrorKind::kNotFound, -32010, "not_found", ""},
    {ErrorKind::kAlreadyExists, -32011, "already_exists", ""},
    {ErrorKind::kRejected, -32012, "rejected", "reason"},
    {ErrorKind::kLimit, -32013, "limit", ""},
    {ErrorKind::kStorage, -32014, "storage", ""},
    {ErrorKind::kCorrupt, -32015, "corrupt", "file", "field"},
    {ErrorKind::kInterrupted, -32016, "interrupted", ""},
    {ErrorKind::kExamFailed, -32017, "exam_failed", ""},
    {ErrorKind::kModelFailed, -32018, "model_failed", "reason"},
}};

// The kind is the index, so that finding it takes no search. The assert finds
// an entry that was added at another place.
const KindEntry& EntryOf(ErrorKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  assert(index < kKinds.size() && kKinds[index].kind == kind);
  return kKinds[index];
}

// Bytes of a reply besides its id and result.
constexpr std::size_t kFrameBytes = 64;

JsonWriter BeginReply(std::string_view id) {
  JsonWriter json(id.size() + kFrameBytes);
  json.BeginObject().Key("jsonrpc").String("2.0").Key("id").Raw(id);
  return json;
}

std::string EndLine(JsonWriter& json) {
  std::string line = json.EndObject().Take();
  line += '\n';
  return line;
}

}  // namespace

int ErrorCode(ErrorKind kind) noexcept { return EntryOf(kind).code; }

std::string_view ToString(ErrorKind kind) noexcept {
  return EntryOf(kind).name;
}

ReplyLine::ReplyLine(std::string_view id, Result<std::string> outcome) {
  if (!outcome) {
    head_ = ErrorLine(id, outcome.error());
    return;
  }
  head_ = BeginReply(id).Key("result").Take();
  result_ = std::move(*outcome);
  end_ = "}\n";
}

// insert() moves the result within its own memory, so that no second text of
// that length is made.
std::string ReplyLine::Join() && {
  if (result_.empty()) return std::move(head_);
  result_.reserve(head_.size() + result_.size() + end_.size());
  result_.insert(0, head_);
  result_ += end_;
  return std::move(result_);
}

// `data` has the kind in words, because codes are hard to read in a journal,
// and the names of what is wrong: docs/socket-protocol.md, "Errors".
std::string ErrorLine(std::string_view id, const Error& error) {
  const KindEntry& entry = EntryOf(error.kind);
  JsonWriter json = BeginReply(id);
  json.Key("error").BeginObject();
  json.Key("code").Integer(entry.code);
  json.Key("message").String(error.message);
  json.Key("data").BeginObject().Key("kind").String(entry.name);
  if (!entry.subject.empty() && !error.subject.empty()) {
    json.Key(entry.subject).String(error.subject);
  }
  if (error.offset) json.Key("offset").Integer(*error.offset);
  if (!entry.field.empty() && !error.field.empty()) {
    json.Key(entry.field).String(error.field);
  }
  if (!error.details.empty()) json.Key("exam").Raw(error.details);
  json.EndObject().EndObject();
  return EndLine(json);
}

// A notification from the server has no id of its own: `params.id` is that of
// the request. Clients that do not know it ignore it.
std::string ProgressLine(std::string_view id, const WorkDone& work) {
  JsonWriter json;
  json.BeginObject().Key("jsonrpc").String("2.0");
  json.Key("method").String("progress");
  json.Key("params").BeginObject().Key("id").Raw(id);
  json.Key("done").Integer(work.done).Key("total").Integer(work.total);
  json.Key("unit").String(work.unit).EndObject();
  return EndLine(json);
}

}  // namespace answerbox::daemon
