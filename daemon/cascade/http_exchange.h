// One request to a model server by HTTP/1.1, over TCP to this machine or over a
// Unix socket, and its answer piece by piece.
#pragma once

#include <boost/asio/generic/stream_protocol.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "daemon/cascade/call_waiter.h"
#include "daemon/cascade/codec/model_address.h"
#include "daemon/cascade/codec/model_failure.h"
#include "daemon/cascade/model_process.h"

namespace answerbox::daemon {

inline constexpr std::size_t kMaxHeaderBytes = 16u << 10;
// A stream with the names around each piece of text.
inline constexpr std::size_t kMaxStreamBytes = 8u << 20;

class HttpExchange {
 public:
  // Both outlive this. Precondition: the address is not a command's.
  HttpExchange(const ModelAddress& address, CallWaiter& waiter);
  ~HttpExchange();
  HttpExchange(const HttpExchange&) = delete;
  HttpExchange& operator=(const HttpExchange&) = delete;

  // Call it once, before all else. Errors: kAbsent, kSlow, kCancelled.
  [[nodiscard]] ModelResult<void> Connect();

  // Sends `json` to the API's /completions, and reads the answer's header. Call
  // it once. Errors: kSlow, kCancelled, kClosed, kKilled, kTooLong (the
  // header), kInvalid (not HTTP), and kRefused for every status but 200.
  [[nodiscard]] ModelResult<void> Post(const std::string& json);

  // The next bytes of the answer's body, until the next call; empty at its end.
  // Errors: kSlow, kCancelled, kClosed, kKilled, kInvalid, and kTooLong past
  // kMaxStreamBytes.
  [[nodiscard]] ModelResult<std::string_view> ReadSome();

  // Whether the body is a stream of events. Precondition: Post succeeded.
  [[nodiscard]] bool is_event_stream() const;
  // The failure that the connection has ended before the answer did.
  [[nodiscard]] ModelFailure Ended() const;
  // The process at the other end of a Unix socket; 0 for TCP.
  [[nodiscard]] pid_t process() const noexcept { return peer_.id(); }

 private:
  // Beast's types, which take long to compile.
  struct Message;

  [[nodiscard]] ModelResult<void> Send(const std::string& json);
  [[nodiscard]] ModelResult<void> ReadHeader();
  [[nodiscard]] ModelFailure Refusal();
  [[nodiscard]] ModelFailure FailureOf(boost::system::error_code error) const;

  const ModelAddress& address_;
  CallWaiter& waiter_;
  boost::asio::generic::stream_protocol::socket socket_;
  PeerProcess peer_;
  std::unique_ptr<Message> message_;
};

}  // namespace answerbox::daemon
