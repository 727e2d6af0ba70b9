#include "daemon/protocol/reply_lines.h"

#include <array>
#include <cassert>
#include <utility>

#include "daemon/error.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
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
