// MQTT over WebSocket (MQTT 5.0, section 6): takes over an HTTP connection
// whose client asks for it. RFC 6455 is Boost.Beast's, which web_socket.cc
// alone compiles.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/status.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "daemon/error.h"
#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/tcp/network_connection.h"
#include "platform/tls/tls_stream.h"

namespace answerbox::daemon::mqtt {

using WebSocketRequest =
    boost::beast::http::request_header<boost::beast::http::fields>;

// How a request came.
enum class UpgradeWay : std::uint8_t {
  kTls,
  kLoopback,  // Without TLS, but over no network.
  kNetwork,   // Without TLS.
};

// An HTTP connection whose client asks for a WebSocket by `request`, which was
// not answered. No byte beyond it was read: the client waits for the reply
// (RFC 6455, section 4.1).
struct WebSocketUpgrade {
  using Tcp = boost::asio::ip::tcp;
  using Tls = platform::TlsStream<Tcp::socket>;

  std::variant<Tcp::socket, std::unique_ptr<Tls>> stream;  // Never null.
  WebSocketRequest request;
  NetworkPeer peer;
  // What the connection takes of the HTTP server; given back at its end.
  std::shared_ptr<void> held = {};

  [[nodiscard]] bool is_tls() const noexcept { return stream.index() == 1; }
  [[nodiscard]] UpgradeWay way() const noexcept {
    if (is_tls()) return UpgradeWay::kTls;
    return peer.is_loopback ? UpgradeWay::kLoopback : UpgradeWay::kNetwork;
  }
  [[nodiscard]] Tcp::socket& socket() {
    return is_tls() ? std::get<1>(stream)->next_layer() : std::get<0>(stream);
  }
};

struct WebSocketOptions {
  // With a client that does not take the reply to its request.
  std::chrono::milliseconds patience;
  // Whose pages may ask besides those of the host itself, separated by commas:
  // "https://wall.example,null".
  std::string origins = {};
};

// Why a request gets no WebSocket: the status and the text of the reply.
struct UpgradeRefusal {
  boost::beast::http::status status;
  std::string_view text;
};

// Returns nothing if the request may have a WebSocket for MQTT, as far as
// RFC 6455 leaves it open.
//
// CONNECT has a password, which nobody on the way must read. A browser says in
// Origin whose page asks. Without this check any page that a person on this
// machine opens could speak for `anonymous`, or try passwords.
//   origins  as in WebSocketOptions
[[nodiscard]] std::optional<UpgradeRefusal> CheckUpgrade(
    const WebSocketRequest& request, UpgradeWay way, std::string_view origins);

// Refuses what never is the origin of a page: it would be named in vain.
//   origins  as in WebSocketOptions
// Error: kInvalidParams.
[[nodiscard]] Result<void> CheckOrigins(std::string_view origins);

// Memory of a WebSocket besides kOperationBytes: Beast's state with its buffer
// of 1,536 bytes, and what its operations take more.
inline constexpr std::size_t kWebSocketBytes = 4096;

// Returns a connection whose handshake is the reply to the request. `broker`
// outlives it. Throws std::bad_alloc.
//   memory  of the connection
//   on_end  called once, when the connection is over
[[nodiscard]] std::shared_ptr<NetworkEnd> MakeWebSocketConnection(
    std::pmr::memory_resource& memory, Broker& broker,
    std::function<void()> on_end, WebSocketUpgrade upgrade,
    const WebSocketOptions& options);

}  // namespace answerbox::daemon::mqtt
