// One connection of HTTP: reads a request, has the site make its reply, writes
// it, and goes on with the next. Runs on the sockets' thread alone, as one
// coroutine, which holds the connection until its end.
#pragma once

#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http/message.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#include "daemon/protocol/http/codec/http_settings.h"
#include "daemon/protocol/http/codec/request_reader.h"
#include "daemon/protocol/http/codec/response.h"
#include "daemon/protocol/http/tcp/site.h"
#include "daemon/protocol/tcp/addresses.h"
#include "daemon/protocol/tcp/handshake_queue.h"
#include "platform/tls/tls_stream.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon::http {

using TlsSocket = platform::TlsStream<boost::asio::ip::tcp::socket>;
// The stream of TLS is never null.
using ClientStream =
    std::variant<boost::asio::ip::tcp::socket, std::unique_ptr<TlsSocket>>;

// A connection whose client asks for a WebSocket at kWebSocketPath. Its Host is
// one of this box; its Origin is not checked yet. Nothing behind the request
// was read, and nothing was answered.
struct Upgrade {
  ClientStream stream;
  boost::beast::http::request_header<> request;
  NetworkPeer peer;
  std::shared_ptr<void> held;  // Its place in the bounds of this server.
};
using TakeUpgrade = std::function<void(Upgrade upgrade)>;

class HttpConnection;

// What the connections of a server share. All of it outlives them.
struct ConnectionContext {
  const HttpSettings& settings;
  Site& site;
  MemoryBudget& memory;
  // Empty: no WebSocket is offered.
  TakeUpgrade take_upgrade = {};
  // Drops a connection of the address with most, so that its memory is free
  // soon. Returns false if there is none.
  std::function<bool(const HttpConnection& own)> make_room = {};
  bool is_stopping = false;
};

// Memory of an idle connection, and of a request under way besides its body:
// the head, its fields, and the request that is made of it. The budget pays.
inline constexpr std::size_t kConnectionBytes = std::size_t{12} << 10;
inline constexpr std::size_t kRequestBytes = std::size_t{56} << 10;

class HttpConnection final
    : public HandshakeEnd,
      public std::enable_shared_from_this<HttpConnection> {
 public:
  using Clock = std::chrono::steady_clock;

  //   held    its place in the bounds of the server
  //   on_end  called once, when the connection is over or was taken over
  HttpConnection(ClientStream stream, NetworkPeer peer,
                 ConnectionContext& context, std::shared_ptr<void> held,
                 std::function<void()> on_end);

  void Start() override;
  void WhenPeerSpeaks(std::function<void()> call) override;
  void WhenHandshakeEnds(OnHandshakeEnd call) override {
    on_handshake_end_ = std::move(call);
  }
  void Drop() override;
  [[nodiscard]] bool is_handshaking() const noexcept override {
    return is_handshaking_ && !is_dropped_;
  }
  [[nodiscard]] std::optional<Clock::time_point> awaits_peer_since()
      const noexcept override;
  [[nodiscard]] const NetworkPeer& peer() const noexcept override {
    return client_.peer;
  }

  // Ends when the request under way is answered.
  void Stop();
  // Returns since when it has waited for a request of which nothing has come.
  [[nodiscard]] std::optional<Clock::time_point> idle_since() const noexcept {
    return idle_since_;
  }
  // Returns when the request under way began, while the connection waits for
  // its client: for the rest of the request, or to take the reply.
  [[nodiscard]] std::optional<Clock::time_point> stalled_since()
      const noexcept {
    if (!awaits_client_ || idle_since_ || is_dropped_) return std::nullopt;
    return begun_;
  }
  [[nodiscard]] bool is_dropped() const noexcept { return is_dropped_; }

 private:
  template <typename T>
  using Awaitable = boost::asio::awaitable<T>;
  using Tcp = boost::asio::ip::tcp;
  using ErrorCode = boost::system::error_code;

  [[nodiscard]] Tcp::socket& socket();
  [[nodiscard]] bool is_tls() const noexcept { return stream_.index() == 1; }

  [[nodiscard]] Awaitable<void> Run();
  [[nodiscard]] Awaitable<bool> ShakeHands();
  // Return whether the connection goes on.
  [[nodiscard]] Awaitable<bool> ServeNext();
  [[nodiscard]] Awaitable<bool> ServeWhole(RequestReader& reader);
  // Return false if the request does not come whole; then it was answered if it
  // had begun.
  [[nodiscard]] Awaitable<bool> ReadHead(RequestReader& reader,
                                         std::optional<TakenBytes>& taken);
  [[nodiscard]] Awaitable<bool> ReadBody(RequestReader& reader);
  // Takes memory for a request or a reply, of others if there is none.
  [[nodiscard]] Awaitable<bool> TakeMemory(std::size_t bytes,
                                           std::optional<TakenBytes>& taken);
  // Reads until the reader's state changes.
  [[nodiscard]] Awaitable<bool> ReadInto(RequestReader& reader);
  using Moved = std::tuple<ErrorCode, std::size_t>;
  [[nodiscard]] Awaitable<Moved> ReadSome();
  [[nodiscard]] Awaitable<Moved> WriteSome(std::string_view bytes);
  // Reads some bytes. Returns false at the end, and after a deadline.
  [[nodiscard]] Awaitable<bool> Fill();
  // Returns false if the client did not take all of it.
  [[nodiscard]] Awaitable<bool> Write(std::string_view bytes);
  [[nodiscard]] Awaitable<bool> Send(Response response, bool keeps_alive,
                                     bool has_content);
  [[nodiscard]] Awaitable<bool> Refuse(const Refusal& refusal);
  // Says that nothing more comes, and reads what the client still sends, so
  // that it gets the last reply.
  [[nodiscard]] Awaitable<void> Linger();
  void HandOver(const RequestReader& reader);
  void SetDeadline(std::chrono::milliseconds time);
  void ClearDeadline();
  void End();

  ClientStream stream_;
  ConnectionContext& context_;
  SiteClient client_;
  std::shared_ptr<void> held_;
  std::function<void()> on_end_;
  OnHandshakeEnd on_handshake_end_;
  boost::asio::steady_timer deadline_timer_;
  std::optional<Clock::time_point> deadline_;
  std::optional<Clock::time_point> idle_since_;
  Clock::time_point begun_{};  // The request under way.
  std::array<char, 4096> input_;
  std::size_t begin_ = 0;  // Of what was read and not used yet.
  std::size_t end_ = 0;
  std::size_t served_ = 0;  // Requests.
  bool has_begun_ = false;  // Something of the present request is here.
  bool is_handshaking_ = false;
  bool awaits_client_ = false;
  bool is_late_ = false;
  bool is_over_ = false;  // The client sends nothing more.
  bool is_running_ = false;
  bool is_dropped_ = false;
};

}  // namespace answerbox::daemon::http
