#include "client/rpc/message.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <iterator>
#include <utility>

namespace answerbox::client {
namespace {

namespace json = boost::json;

// Kinds of errors that concern the request, not the daemon.
constexpr std::string_view kInputKinds[] = {
    "invalid_params", "not_found",     "already_exists", "rejected",
    "limit",          "line_too_long", "forbidden",      "exam_failed"};

// Somebody may have given the socket of another program; its first words tell
// which.
Failure NotTheProtocol(std::string_view line) {
  constexpr std::size_t kShown = 60;
  return {ExitCode::kDaemonFailed, "bad_reply",
          "the socket answers, but not as answerboxd does: " +
              std::string(line.substr(0, kShown))};
}

// An error without a kind is one that the daemon did not expect.
RemoteError ErrorFrom(const json::object& object) {
  RemoteError error{"internal", TextAt(object, "message"), {}};
  const json::value* data = object.if_contains("data");
  if (data != nullptr && data->is_object()) {
    error.data = data->get_object();
    if (std::string kind = TextAt(error.data, "kind"); !kind.empty()) {
      error.kind = std::move(kind);
    }
  }
  return error;
}

}  // namespace

Outcome<Message> ParseMessage(std::string_view line) {
  boost::system::error_code error;
  json::value value = json::parse(line, error);
  if (error || !value.is_object()) return NotTheProtocol(line);
  json::object& object = value.get_object();
  Message message;
  if (const json::value* id = object.if_contains("id");
      id != nullptr && id->is_int64() && id->get_int64() >= 0) {
    message.id = static_cast<std::uint64_t>(id->get_int64());
  }
  if (json::value* result = object.if_contains("result")) {
    message.content = std::move(*result);
    return message;
  }
  if (const json::value* failed = object.if_contains("error");
      failed != nullptr && failed->is_object()) {
    message.content = ErrorFrom(failed->get_object());
    return message;
  }
  const json::value* params = object.if_contains("params");
  if (TextAt(object, "method") == "progress" && params != nullptr &&
      params->is_object()) {
    const json::object& progress = params->get_object();
    message.id = NumberAt(progress, "id");
    message.content =
        RemoteProgress{NumberAt(progress, "done"), NumberAt(progress, "total")};
    return message;
  }
  return NotTheProtocol(line);
}

// Not through one JSON value: copying params into it would double a document of
// 16 MiB.
std::string RequestLine(std::uint64_t id, std::string_view method,
                        const json::object& params) {
  std::string line = R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
                     R"(,"method":")" + std::string(method) + R"(","params":)";
  line += json::serialize(params);
  line += "}\n";
  return line;
}

Failure FailureFrom(RemoteError error) {
  const bool is_input =
      std::find(std::begin(kInputKinds), std::end(kInputKinds), error.kind) !=
      std::end(kInputKinds);
  return {is_input ? ExitCode::kRejected : ExitCode::kDaemonFailed,
          std::move(error.kind), std::move(error.message),
          std::move(error.data)};
}

}  // namespace answerbox::client
