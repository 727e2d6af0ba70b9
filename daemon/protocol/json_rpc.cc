#include "daemon/protocol/json_rpc.h"

#include <boost/json/value.hpp>
#include <utility>

#include "daemon/json/json_tree.h"
#include "daemon/json/json_writer.h"

namespace answerbox::daemon {
namespace {

namespace json = boost::json;

Error Invalid(std::string message) {
  return {ErrorKind::kInvalidRequest, std::move(message)};
}

// The id as JSON text. Rejects fractions: they could not be echoed exactly.
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

bool IsKnownMember(std::string_view key) {
  return key == "jsonrpc" || key == "id" || key == "method" || key == "params";
}

}  // namespace

// Fills in a request from its line.
class RequestReader {
 public:
  explicit RequestReader(Request& request) : request_(request) {}

  Result<void> Read(std::string_view line, std::size_t max_nesting) {
    request_.id_ = "null";  // Until the line's id is known.
    Result<json::value> root = ReadJson(
        line, max_nesting, request_.tree_memory_, request_.reader_memory_);
    if (!root) return root.error();
    request_.root_.emplace(std::move(*root));
    const json::object* envelope = request_.root_->if_object();
    if (envelope == nullptr) {
      return Invalid(request_.root_->is_array()
                         ? "Batches are not offered: send one request a line."
                         : "A request is a JSON object.");
    }
    return ReadEnvelope(*envelope);
  }

 private:
  Result<void> ReadEnvelope(const json::object& envelope) {
    const json::value* id = envelope.if_contains("id");
    if (id != nullptr) {
      std::optional<std::string> encoded = EncodeId(*id);
      if (!encoded) {
        return Invalid(
            "\"id\" is a string of at most 256 bytes, an integer of "
            "64 bits, or null.");
      }
      request_.id_ = std::move(encoded);
    }
    const json::value* version = envelope.if_contains("jsonrpc");
    if (version == nullptr || *version != "2.0") {
      return Invalid("\"jsonrpc\" must be \"2.0\".");
    }
    const json::value* method = envelope.if_contains("method");
    if (method == nullptr || !method->is_string()) {
      return Invalid("\"method\" must be a string that names what to do.");
    }
    for (const json::key_value_pair& member : envelope) {
      if (!IsKnownMember(member.key())) {
        return Invalid("A request has no member \"" +
                       std::string(member.key()) + "\".");
      }
    }
    request_.method_ = method->get_string();
    // The request is well-formed: without an id it is a notification.
    if (id == nullptr) request_.id_.reset();
    return ReadParams(envelope);
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

  Request& request_;
};

boost::system::result<std::shared_ptr<const Request>, RejectedLine> ReadRequest(
    std::string_view line, std::size_t max_nesting,
    std::shared_ptr<MemoryBudget> budget) {
  auto request = std::make_shared<Request>(std::move(budget));
  Result<void> read = RequestReader(*request).Read(line, max_nesting);
  if (!read) return RejectedLine{request->id(), read.error()};
  return request;
}

}  // namespace answerbox::daemon
