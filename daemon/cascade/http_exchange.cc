#include "daemon/cascade/http_exchange.h"

#include <array>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <cassert>

#include "daemon/cascade/codec/completions.h"
#include "platform/service/listening_socket.h"

namespace answerbox::daemon {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace beast_http = boost::beast::http;
using boost::system::error_code;

struct HttpExchange::Message {
  beast_http::request<beast_http::string_body> request;
  beast_http::response_parser<beast_http::buffer_body> answer;
  // What was received and is not read yet; also bounds a chunk's extensions.
  beast::flat_buffer received{64u << 10};
  std::array<char, 16u << 10> piece;
};

namespace {

using Endpoint = asio::generic::stream_protocol::endpoint;

// The most of a refusal's body that is read for its words.
constexpr std::size_t kMaxRefusalBytes = 4096;

// ParseModelAddress has checked both forms, so nothing here can fail but by a
// mistake of ours.
Endpoint EndpointOf(const ModelAddress& address) {
  if (address.kind == ModelAddress::Kind::kTcp) {
    error_code error;
    const asio::ip::address host = asio::ip::make_address(address.host, error);
    assert(!error);
    return asio::ip::tcp::endpoint(host, address.port);
  }
  const auto path = platform::MakeUnixAddress(address.socket);
  assert(path);
  return {path->get(), path->size};
}

// What to do about it. A status says little to whoever runs a box: "503" is a
// model that is still loading.
std::string_view HintFor(beast_http::status status) {
  switch (status) {
    case beast_http::status::unauthorized:
    case beast_http::status::forbidden:
      return "start the server without a key: its address admits only this "
             "machine";
    case beast_http::status::not_found:
      return "correct the path in model_server, or model_name";
    case beast_http::status::service_unavailable:
    case beast_http::status::too_many_requests:
      return "it may still be loading its model: ask again";
    default:
      return "see the server's own log";
  }
}

}  // namespace

HttpExchange::HttpExchange(const ModelAddress& address, CallWaiter& waiter)
    : address_(address),
      waiter_(waiter),
      socket_(waiter.io()),
      message_(std::make_unique<Message>()) {
  assert(address.kind != ModelAddress::Kind::kCommand);
}

HttpExchange::~HttpExchange() = default;

ModelResult<void> HttpExchange::Post(const std::string& json) {
  ModelResult<void> done = Send(json);
  if (done) done = ReadHeader();
  if (!done) return done;
  if (message_->answer.get().result() != beast_http::status::ok)
    return Refusal();
  return {};
}

ModelResult<void> HttpExchange::Connect() {
  const Endpoint endpoint = EndpointOf(address_);
  const auto done = waiter_.Wait(
      "accepted a connection",
      [&](auto handler) { socket_.async_connect(endpoint, handler); },
      [&] { socket_.close(); });
  if (!done) return done.error();
  if (done->error) {
    return ModelFailure{ModelFault::kAbsent,
                        "no model server can be reached at " + address_.text +
                            ": " + done->error.message() +
                            "; start it, or correct model_server"};
  }
  // By TCP the kernel does not tell who answers, so neither its CPU time nor
  // its end is known.
  if (address_.kind == ModelAddress::Kind::kUnixSocket) {
    const auto peer = platform::GetPeerCredentials(socket_.native_handle());
    if (peer) peer_ = PeerProcess(peer->process);
  }
  return {};
}

ModelResult<void> HttpExchange::Send(const std::string& json) {
  beast_http::request<beast_http::string_body>& request = message_->request;
  request.method(beast_http::verb::post);
  request.target(address_.base + "/completions");
  request.set(beast_http::field::host,
              address_.kind == ModelAddress::Kind::kTcp
                  ? address_.host + ":" + std::to_string(address_.port)
                  : "localhost");
  request.set(beast_http::field::content_type, "application/json");
  request.set(beast_http::field::accept, "text/event-stream, application/json");
  // One connection for each call: an answer that was given up can't be taken
  // for that of the next call.
  request.set(beast_http::field::connection, "close");
  request.body() = json;
  request.prepare_payload();
  const auto done = waiter_.Wait(
      "taken the prompt",
      [&](auto handler) { beast_http::async_write(socket_, request, handler); },
      [&] { socket_.close(); });
  if (!done) return done.error();
  // A server may refuse a request before it has read all of it: what it says
  // is read first.
  const bool may_have_answered = done->error == asio::error::broken_pipe ||
                                 done->error == asio::error::connection_reset;
  if (done->error && !may_have_answered) return FailureOf(done->error);
  return {};
}

ModelResult<void> HttpExchange::ReadHeader() {
  // Beast's own limits are 8 KiB and 8 MiB. Ours are stated, so that a server
  // can't make the daemon read for ever.
  message_->answer.header_limit(kMaxHeaderBytes);
  message_->answer.body_limit(kMaxStreamBytes);
  const auto done = waiter_.Wait(
      "answered",
      [&](auto handler) {
        beast_http::async_read_header(socket_, message_->received,
                                      message_->answer, handler);
      },
      [&] { socket_.close(); });
  if (!done) return done.error();
  if (done->error) return FailureOf(done->error);
  return {};
}

ModelResult<std::string_view> HttpExchange::ReadSome() {
  beast_http::response_parser<beast_http::buffer_body>& answer =
      message_->answer;
  while (!answer.is_done()) {
    beast_http::buffer_body::value_type& body = answer.get().body();
    body.data = message_->piece.data();
    body.size = message_->piece.size();
    const auto done = waiter_.Wait(
        "finished its answer",
        [&](auto handler) {
          beast_http::async_read_some(socket_, message_->received, answer,
                                      handler);
        },
        [&] { socket_.close(); });
    if (!done) return done.error();
    // need_buffer means that the piece is full: no error, but how Beast gives a
    // body in parts.
    if (done->error && done->error != beast_http::error::need_buffer) {
      return FailureOf(done->error);
    }
    const std::size_t bytes = message_->piece.size() - body.size;
    // A step may consume the framing of a chunk alone. Nothing is not the end.
    if (bytes > 0) return std::string_view(message_->piece.data(), bytes);
  }
  return std::string_view();
}

bool HttpExchange::is_event_stream() const {
  const auto type = message_->answer.get()[beast_http::field::content_type];
  return std::string_view(type.data(), type.size())
      .starts_with("text/event-stream");
}

ModelFailure HttpExchange::Refusal() {
  const beast_http::status status = message_->answer.get().result();
  std::string body;
  while (body.size() < kMaxRefusalBytes) {
    const ModelResult<std::string_view> piece = ReadSome();
    // Words that do not come are not worth an error of their own: the status is
    // known. But who gave up, or is late, is told so.
    if (!piece && (piece.error().fault == ModelFault::kSlow ||
                   piece.error().fault == ModelFault::kCancelled)) {
      return piece.error();
    }
    if (!piece || piece->empty()) break;
    body += piece->substr(0, kMaxRefusalBytes - body.size());
  }
  std::string message = "the model server refuses: status " +
                        std::to_string(message_->answer.get().result_int());
  const std::string words = ReadErrorBody(body);
  if (!words.empty()) message += ", " + words;
  message += "; " + std::string(HintFor(status));
  return {ModelFault::kRefused, std::move(message)};
}

ModelFailure HttpExchange::Ended() const {
  if (peer_.HasEnded()) {
    return {ModelFault::kKilled,
            "the model server's process " + std::to_string(peer_.id()) +
                " ended while it answered; see its log, and whether its memory "
                "sufficed"};
  }
  return {ModelFault::kClosed,
          "the model server closed the connection before its answer was "
          "complete; see its log"};
}

ModelFailure HttpExchange::FailureOf(error_code error) const {
  // All are the same to whoever asked: the server is gone. Which one comes
  // depends on how much was under way.
  if (error == beast_http::error::end_of_stream ||
      error == beast_http::error::partial_message ||
      error == asio::error::eof || error == asio::error::connection_reset ||
      error == asio::error::broken_pipe) {
    return Ended();
  }
  if (error == beast_http::error::header_limit) {
    return {ModelFault::kTooLong,
            "the model server sent a header of more than " +
                std::to_string(kMaxHeaderBytes) + " bytes"};
  }
  if (error == beast_http::error::body_limit) {
    return {ModelFault::kTooLong, "the model server sent more than " +
                                      std::to_string(kMaxStreamBytes) +
                                      " bytes without an end"};
  }
  if (error == beast_http::error::buffer_overflow) {
    return {ModelFault::kTooLong,
            "the model server sent a chunk with an overlong size"};
  }
  // Any other error of the parser: what answers there does not speak HTTP.
  if (error.category() ==
      make_error_code(beast_http::error::bad_value).category()) {
    return {ModelFault::kInvalid,
            "the model server's answer is not HTTP/1.1: " + error.message() +
                "; is model_server the address of a model server?"};
  }
  return {ModelFault::kClosed,
          "the connection to the model server failed: " + error.message()};
}

}  // namespace answerbox::daemon
