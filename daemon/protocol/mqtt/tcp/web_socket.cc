#include "daemon/protocol/mqtt/tcp/web_socket.h"

#include <string.h>

#include <algorithm>
#include <boost/asio/append.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/websocket/error.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <span>
#include <utility>

namespace answerbox::daemon::mqtt {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;

// Either socket, so that Beast is compiled for one kind of stream.
class Carrier {
  using Tcp = WebSocketUpgrade::Tcp;

 public:
  using executor_type = Tcp::socket::executor_type;
  using lowest_layer_type = Tcp::socket::lowest_layer_type;

  explicit Carrier(decltype(WebSocketUpgrade::stream) stream)
      : stream_(std::move(stream)) {}

  [[nodiscard]] executor_type get_executor() {
    return lowest_layer().get_executor();
  }
  [[nodiscard]] lowest_layer_type& lowest_layer() {
    if (auto* tls = std::get_if<1>(&stream_)) return (*tls)->lowest_layer();
    return std::get<0>(stream_);
  }
  // Beast keeps what it has passed on until it reads over it, and offers all
  // that is free of its buffer here: the password of CONNECT goes before.
  template <typename Buffers, typename Done>
  void async_read_some(const Buffers& buffers, Done&& done) {
    for (const asio::mutable_buffer free : beast::buffers_range_ref(buffers)) {
      ::explicit_bzero(free.data(), free.size());
    }
    With([&](auto& stream) {
      stream.async_read_some(buffers, UnlessClosed(std::forward<Done>(done)));
    });
  }
  template <typename Buffers, typename Done>
  void async_write_some(const Buffers& buffers, Done&& done) {
    With([&](auto& stream) {
      stream.async_write_some(buffers, UnlessClosed(std::forward<Done>(done)));
    });
  }
  // TLS tells the peer that nothing more comes; TCP has nothing to tell here.
  template <typename Done>
  void AsyncShutdown(Done&& done) {
    if (auto* tls = std::get_if<1>(&stream_)) {
      return void((*tls)->async_shutdown(std::forward<Done>(done)));
    }
    asio::post(get_executor(),
               asio::append(std::forward<Done>(done), error_code()));
  }

 private:
  // Makes what was moved before the socket was closed an error. After a success
  // Beast's operations could still suspend each other, with nobody to wake
  // them.
  template <typename Done>
  [[nodiscard]] auto UnlessClosed(Done&& done) {
    return [this, done = std::forward<Done>(done)](error_code error,
                                                   std::size_t size) mutable {
      if (!lowest_layer().is_open()) error = asio::error::operation_aborted;
      done(error, size);
    };
  }
  // Calls `use` with the stream that is there.
  template <typename Use>
  void With(const Use& use) {
    if (auto* tls = std::get_if<1>(&stream_)) return use(**tls);
    use(std::get<0>(stream_));
  }

  decltype(WebSocketUpgrade::stream) stream_;
};

// Beast calls this after its last frame. NetworkConnection closes the carrier,
// within its own time.
template <typename Done>
void async_teardown(beast::role_type /*role*/, Carrier& carrier, Done&& done) {
  asio::post(carrier.get_executor(),
             asio::append(std::forward<Done>(done), error_code()));
}

// Beast calls this when its handshake has taken too long.
void beast_close_socket(Carrier& carrier) {
  error_code ignored;
  carrier.lowest_layer().close(ignored);
}

// What a browser does with the text of a refusal: it shows it, and nothing
// else.
void CompleteRefusal(websocket::response_type& reply) {
  reply.set(http::field::content_type, "text/plain; charset=utf-8");
  reply.set(http::field::cache_control, "no-store");
  reply.set("Content-Security-Policy",
            "default-src 'none'; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'");
  reply.set("X-Content-Type-Options", "nosniff");
  reply.set(http::field::x_frame_options, "DENY");
  reply.set("Referrer-Policy", "no-referrer");
  reply.set("Cross-Origin-Opener-Policy", "same-origin");
  reply.set("Cross-Origin-Resource-Policy", "same-origin");
  reply.keep_alive(false);
  reply.prepare_payload();
}

// Beast has written what RFC 6455 asks for.
void Complete(websocket::response_type& reply,
              const std::optional<UpgradeRefusal>& refusal) {
  if (reply.result() == http::status::switching_protocols) {
    if (!refusal) {
      reply.set(http::field::sec_websocket_protocol, "mqtt");
    } else {
      reply.clear();
      reply.result(refusal->status);
      reply.body() = refusal->text;
    }
  }
  if (reply.result() != http::status::switching_protocols) {
    CompleteRefusal(reply);
  }
  // Where it is missing, Beast names itself and its version.
  reply.set(http::field::server, "answerbox");
}

// A WebSocket as the stream of its messages' bytes. Where frames and messages
// end means nothing: MQTT 5.0, section 6, and 3.1.1 likewise.
class WebSocketStream {
 public:
  using executor_type = Carrier::executor_type;

  WebSocketStream(WebSocketUpgrade upgrade, const WebSocketOptions& options)
      : socket_(std::move(upgrade.stream)),
        request_(std::move(upgrade.request)),
        refusal_(CheckUpgrade(request_, upgrade.way(), options.origins)),
        held_(std::move(upgrade.held)) {
    using Base = websocket::stream_base;
    socket_.set_option(Base::timeout{.handshake_timeout = options.patience,
                                     .idle_timeout = Base::none(),
                                     .keep_alive_pings = false});
    socket_.set_option(
        Base::decorator([refusal = refusal_](websocket::response_type& reply) {
          Complete(reply, refusal);
        }));
    socket_.binary(true);
    socket_.auto_fragment(false);  // It would buffer.
    // A message is read in pieces, and may have any number of packets.
    socket_.read_message_max(0);
    request_.erase(http::field::expect);
  }

  [[nodiscard]] executor_type get_executor() { return socket_.get_executor(); }
  [[nodiscard]] Carrier& next_layer() { return socket_.next_layer(); }
  [[nodiscard]] Carrier::lowest_layer_type& lowest_layer() {
    return next_layer().lowest_layer();
  }

  // Replies to the request.
  template <typename Done>
  void async_handshake(Done&& done) {
    socket_.async_accept(
        request_, [this, done = std::forward<Done>(done)](error_code error) {
          if (!error && refusal_) error = websocket::error::upgrade_declined;
          done(error);
        });
    request_ = {};
  }

  // After the last frame this reads on what the peer still sends, so that the
  // connection is not reset before the peer has read that frame.
  template <typename Buffers, typename Done>
  void async_read_some(const Buffers& buffers, Done&& done) {
    if (is_shut_down_) {
      return next_layer().async_read_some(buffers, std::forward<Done>(done));
    }
    socket_.async_read_some(
        buffers,
        asio::bind_cancellation_slot(
            reading_.slot(), [this, done = std::forward<Done>(done)](
                                 error_code error, std::size_t size) mutable {
              if (!error && socket_.got_text()) {
                code_ = websocket::close_code::unknown_data;
                error = websocket::error::bad_opcode;
                size = 0;
              }
              done(error, size);
            }));
  }

  template <typename Done>
  void AsyncWriteAll(std::span<const asio::const_buffer> buffers, Done&& done) {
    socket_.async_write(buffers, std::forward<Done>(done));
  }

  // Sends a close frame, unless one was sent, and waits for the peer's.
  template <typename Done>
  void async_shutdown(Done&& done) {
    const auto end = [this, done = std::forward<Done>(done)](error_code) {
      is_shut_down_ = true;
      next_layer().AsyncShutdown(done);
    };
    socket_.async_close(code_,
                        asio::bind_cancellation_slot(closing_.slot(), end));
  }

  // Ends what waits within Beast. When its reading operation meets a bad frame
  // while its closing one waits for a close frame, each waits for what the
  // other has locked, and an end of the socket wakes neither (Beast 1.81).
  void Abandon() {
    closing_.emit(asio::cancellation_type::terminal);
    reading_.emit(asio::cancellation_type::terminal);
  }

 private:
  websocket::stream<Carrier, false> socket_;
  http::request<http::empty_body> request_;
  const std::optional<UpgradeRefusal> refusal_;
  const std::shared_ptr<void> held_;
  asio::cancellation_signal reading_;
  asio::cancellation_signal closing_;
  websocket::close_code code_ = websocket::close_code::normal;
  bool is_shut_down_ = false;
};

template <typename Done>
void WriteAll(WebSocketStream& stream,
              std::span<const asio::const_buffer> buffers, Done done) {
  stream.AsyncWriteAll(buffers, std::move(done));
}

// A protocol error has a close frame. A peer that closes, or is gone, needs no
// word.
bool MustTellPeer(const WebSocketStream& /*stream*/,
                  const error_code& error) noexcept {
  return error.category() ==
             websocket::make_error_code(websocket::error::closed).category() &&
         error != websocket::error::closed;
}

// Removes the port that the scheme implies.
std::string_view WithoutImpliedPort(std::string_view authority, bool is_tls) {
  const std::string_view implied = is_tls ? ":443" : ":80";
  if (authority.ends_with(implied)) authority.remove_suffix(implied.size());
  return authority;
}

// A page that came by TLS is of this host in any case. One that did not could
// be written by anybody on the way: it does not speak by TLS for the host.
bool IsOwnOrigin(std::string_view origin, std::string_view host, bool is_tls) {
  const bool is_secure = origin.starts_with("https://");
  if (!is_secure && (is_tls || !origin.starts_with("http://"))) return false;
  origin.remove_prefix(origin.find("//") + 2);
  return beast::iequals(WithoutImpliedPort(origin, is_secure),
                        WithoutImpliedPort(host, is_tls));
}

// Returns the first of `origins`, which has commas between them, that is
// sought.
template <typename IsSought>
std::optional<std::string_view> FindOrigin(std::string_view origins,
                                           const IsSought& is_sought) {
  while (!origins.empty()) {
    const std::size_t comma = std::min(origins.find(','), origins.size());
    const std::string_view origin = origins.substr(0, comma);
    if (is_sought(origin)) return origin;
    origins.remove_prefix(std::min(comma + 1, origins.size()));
  }
  return std::nullopt;
}

// Returns whether a browser may write an origin so: RFC 6454, section 6.2. Its
// names are in small letters, and it leaves out the port that the scheme
// implies.
bool IsAsBrowsersWrite(std::string_view origin) {
  constexpr std::string_view kScheme =
      "abcdefghijklmnopqrstuvwxyz0123456789+-.";
  constexpr std::string_view kPlace =
      "abcdefghijklmnopqrstuvwxyz0123456789-._[]:";
  constexpr std::string_view kBetween = "://";
  if (origin == "null") return true;
  const std::size_t end = origin.find(kBetween);
  if (end == 0 || end == std::string_view::npos) return false;
  const std::string_view scheme = origin.substr(0, end);
  const std::string_view place = origin.substr(end + kBetween.size());
  return scheme.find_first_not_of(kScheme) == std::string_view::npos &&
         !place.empty() &&
         place.find_first_not_of(kPlace) == std::string_view::npos &&
         place == WithoutImpliedPort(place, scheme == "https");
}

}  // namespace

std::optional<UpgradeRefusal> CheckUpgrade(const WebSocketRequest& request,
                                           UpgradeWay way,
                                           std::string_view origins) {
  if (way == UpgradeWay::kNetwork) {
    return UpgradeRefusal{
        http::status::forbidden,
        "MQTT needs wss:// here: without TLS, anybody on the way could read "
        "its passwords. The option https opens a port for it.\n"};
  }
  if (!http::token_list{request[http::field::sec_websocket_protocol]}.exists(
          "mqtt")) {
    return UpgradeRefusal{http::status::bad_request,
                          "Sec-WebSocket-Protocol must offer mqtt.\n"};
  }
  const auto sent = request.count(http::field::origin);
  if (sent == 0) return std::nullopt;  // Not a browser.
  const std::string_view origin = request[http::field::origin];
  const bool is_tls = way == UpgradeWay::kTls;
  if (sent == 1 && (IsOwnOrigin(origin, request[http::field::host], is_tls) ||
                    FindOrigin(origins, [origin](std::string_view named) {
                      return named == origin;
                    }))) {
    return std::nullopt;
  }
  return UpgradeRefusal{
      http::status::forbidden,
      "MQTT is closed to pages of other hosts, unless the option "
      "mqtt_websocket_origins names them.\n"};
}

Result<void> CheckOrigins(std::string_view origins) {
  const auto wrong = FindOrigin(origins, [](std::string_view origin) {
    return !IsAsBrowsersWrite(origin);
  });
  if (!wrong) return {};
  return Error{ErrorKind::kInvalidParams,
               "mqtt_websocket_origins: no browser writes the origin \"" +
                   std::string(*wrong) +
                   "\"; write each as https://wall.example or "
                   "https://wall.example:8443, in small letters, with commas "
                   "between them, without blanks and without a slash at its "
                   "end.",
               "mqtt_websocket_origins"};
}

std::shared_ptr<NetworkEnd> MakeWebSocketConnection(
    std::pmr::memory_resource& memory, Broker& broker,
    std::function<void()> on_end, WebSocketUpgrade upgrade,
    const WebSocketOptions& options) {
  NetworkPeer peer = std::move(upgrade.peer);
  return std::allocate_shared<NetworkConnection<WebSocketStream>>(
      std::pmr::polymorphic_allocator<>(&memory), std::move(peer), broker,
      std::move(on_end), std::move(upgrade), options);
}

}  // namespace answerbox::daemon::mqtt
