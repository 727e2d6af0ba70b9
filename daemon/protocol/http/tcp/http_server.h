// Serves HTTP over TCP and TLS: accepts connections within their bounds.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/error.h"
#include "daemon/identity/logins.h"
#include "daemon/protocol/http/codec/http_settings.h"
#include "daemon/protocol/http/tcp/http_connection.h"
#include "daemon/protocol/http/tcp/site.h"
#include "daemon/protocol/tcp/addresses.h"
#include "daemon/protocol/tcp/doors.h"
#include "daemon/protocol/tcp/handshake_queue.h"
#include "daemon/protocol/tcp/login_queue.h"
#include "daemon/protocol/tcp/served_tls.h"
#include "daemon/service/serve.h"
#include "daemon/shares/notice_log.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon::http {

struct HttpOptions : HttpSettings {
  Doors::Endpoints plain{};
  Doors::Endpoints tls{};
  std::vector<std::string> kiosk_collections{};
  RequestBounds request_bounds{};
};

// What the server uses of the daemon. All of it outlives the server.
struct HttpSurroundings {
  SiteSurroundings site;
  LoginQueue::OnFailure on_login_failure;
  PassedSockets sockets = {};
};

class HttpServer final : public Listener {
 public:
  // Listens from now on, and serves after Start. `logins` outlives the server.
  // Errors: kStorage, as Doors::Open.
  [[nodiscard]] static Result<std::unique_ptr<HttpServer>> Open(
      boost::asio::io_context& io, const HttpOptions& options,
      HttpSurroundings surroundings, Logins& logins,
      CurrentTlsConfig tls_config);
  // Use Open.
  HttpServer(boost::asio::io_context& io, const HttpOptions& options,
             HttpSurroundings surroundings, Logins& logins,
             CurrentTlsConfig tls_config);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer() override;

  // Offers WebSockets, which `take` takes over. What they hold must be given
  // back before the server is destroyed. Call it before Start.
  void OfferWebSockets(TakeUpgrade take) {
    context_.take_upgrade = std::move(take);
  }

  void Start(std::function<void(const Error& error)> on_failure) override;
  void Stop(std::chrono::milliseconds grace) override;
  [[nodiscard]] std::optional<std::string> FindStall(
      std::chrono::steady_clock::time_point now) const override;

  // Takes effect with the next request.
  void ChangeBounds(const RequestBounds& bounds) noexcept {
    site_.ChangeBounds(bounds);
  }
  [[nodiscard]] Doors::Endpoints addresses() const {
    return doors_.addresses();
  }
  // Those too that were taken over.
  [[nodiscard]] std::size_t connections() const noexcept { return places_; }

 private:
  using Tcp = boost::asio::ip::tcp;
  using Clock = std::chrono::steady_clock;
  using Connections = std::list<std::weak_ptr<HttpConnection>>;

  struct Newcomer {
    Tcp::socket socket;
    bool is_tls;
  };
  // The place of a connection in all bounds.
  class Place;

  void Serve(Tcp::socket socket, bool is_tls);
  [[nodiscard]] std::shared_ptr<HttpConnection> Make(Tcp::socket socket,
                                                     bool is_tls,
                                                     NetworkPeer peer);
  // Makes room for a connection of the peer: drops one that waits for its
  // client. Returns false if none may be dropped. These are tried in turn:
  // - if the peer's address has as many as it may: its longest idle one, alone
  // - if some address has at least two more that wait than the peer's: of the
  //   address with most, the longest idle one, else the oldest request
  // - else, of the address with most idle ones, the longest idle one, unless
  //   more of the peer's own wait than that address has idle
  //   own  the connection that needs the room, which is not dropped. Null: it
  //        has not begun
  [[nodiscard]] bool DropOne(const NetworkPeer& peer, bool is_address_full,
                             const HandshakeEnd* own);
  [[nodiscard]] bool HasRoomFor(const NetworkPeer& peer);
  // Returns whether there is memory for the handshake. If not, drops an idle
  // connection, so that there may be soon. One that was dropped gives its
  // memory back when its last operation has returned: until then no more are
  // dropped.
  [[nodiscard]] bool HasTlsRoom(const HandshakeEnd& end);
  void OnEnd(Connections::iterator connection);
  // Connections that waited for a place or memory have it, perhaps.
  void GoOn();
  void Tick();
  void EndIfIdle();

  boost::asio::io_context& io_;
  const HttpOptions options_;
  const CurrentTlsConfig tls_config_;
  Dispatcher& dispatcher_;
  MemoryBudget memory_;
  TlsBudget tls_budget_;
  AddressBound addresses_;
  LoginQueue logins_;
  boost::asio::thread_pool handshake_thread_{1};
  NoticeLog notices_;
  Site site_;
  ConnectionContext context_;
  HandshakeQueue handshakes_;
  Doors doors_;
  Connections connections_;
  std::size_t places_ = 0;  // Connections, those that were taken over too.
  // One for each dropped connection whose place is not free yet.
  std::deque<Newcomer> newcomers_;
  boost::asio::steady_timer tick_;
  boost::asio::steady_timer grace_;
};

}  // namespace answerbox::daemon::http
