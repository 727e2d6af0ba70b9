// Messages from the daemon: docs/socket-protocol.md, one JSON object a line.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "client/failure.h"
#include "protocol/reply/json_fields.h"

namespace answerbox::client {

struct RemoteError {
  std::string kind;
  std::string message;
  boost::json::object data;
};

// The progress of a request, sent before its reply.
struct RemoteProgress {
  std::uint64_t done = 0;
  std::uint64_t total = 0;
};

struct Message {
  std::optional<std::uint64_t> id;  // None: it concerns the whole connection.
  std::variant<boost::json::value, RemoteError, RemoteProgress> content;
};

// Errors: kDaemonFailed for a line that is not a message of the protocol.
[[nodiscard]] Outcome<Message> ParseMessage(std::string_view line);

// The request line for `method`, ended by a newline.
[[nodiscard]] std::string RequestLine(std::uint64_t id, std::string_view method,
                                      const boost::json::object& params);

// Converts an error of the daemon. The failure is kRejected when the user's
// input caused the error, and kDaemonFailed when the daemon did.
[[nodiscard]] Failure FailureFrom(RemoteError error);

using protocol::ArrayAt;
using protocol::AsObject;
using protocol::FlagAt;
using protocol::NumberAt;
using protocol::ObjectAt;
using protocol::RealAt;
using protocol::TextAt;

}  // namespace answerbox::client
