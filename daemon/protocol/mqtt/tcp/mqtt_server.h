// Serves MQTT clients over TCP and TLS: accepts connections, drives the
// broker's clock, and publishes the daemon's state.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "daemon/dispatch/dispatcher.h"
#include "daemon/error.h"
#include "daemon/identity/access_control.h"
#include "daemon/protocol/mqtt/broker/bounds.h"
#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/requests/method_requests.h"
#include "daemon/protocol/mqtt/tcp/admission.h"
#include "daemon/protocol/mqtt/tcp/mqtt_settings.h"
#include "daemon/protocol/mqtt/tcp/network_connection.h"
#include "daemon/protocol/mqtt/tcp/session_keeping.h"
#include "daemon/protocol/mqtt/tcp/status_topics.h"
#include "daemon/protocol/mqtt/tcp/topic_authority.h"
#include "daemon/protocol/tcp/addresses.h"
#include "daemon/protocol/tcp/doors.h"
#include "daemon/protocol/tcp/handshake_queue.h"
#include "daemon/protocol/tcp/login_queue.h"
#include "daemon/protocol/tcp/served_tls.h"
#include "daemon/service/serve.h"
#include "daemon/shares/notice_log.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon::mqtt {

struct MqttOptions : MqttSettings {
  std::vector<boost::asio::ip::tcp::endpoint> plain{};
  std::vector<boost::asio::ip::tcp::endpoint> tls{};
  RequestBounds request_bounds{};
  Box box{};
  // As in StoreOptions.
  std::chrono::seconds erase_after = std::chrono::hours(24);
  std::chrono::milliseconds handshake_patience = HandshakeQueue::kPatience;
};

// What the server uses of the daemon. All of it outlives the server.
struct MqttSurroundings {
  Dispatcher& dispatcher;
  MakeMethods make_methods;
  const AccessControl& access;
  ListCollections list_collections;
  ReadBoxState read_box_state;
  LoginQueue::OnFailure on_login_failure;
  PassedSockets sockets = {};
};

struct WebSocketUpgrade;  // web_socket.h

class MqttServer final : public Listener {
 public:
  // Listens from now on, and serves after Start. `logins` outlives the server.
  // Restores the sessions of clients from before a restart. Errors: kStorage,
  // an address on which it can't listen, or a passed socket that is not TCP;
  // kCorrupt, a file of sessions that can't be used.
  [[nodiscard]] static Result<std::unique_ptr<MqttServer>> Open(
      boost::asio::io_context& io, const MqttOptions& options,
      MqttSurroundings surroundings, Logins& logins,
      CurrentTlsConfig tls_config = {});
  // Use Open.
  MqttServer(boost::asio::io_context& io, const MqttOptions& options,
             MqttSurroundings surroundings, Logins& logins,
             CurrentTlsConfig tls_config);
  MqttServer(const MqttServer&) = delete;
  MqttServer& operator=(const MqttServer&) = delete;
  ~MqttServer() override;

  void Start(std::function<void(const Error& error)> on_failure) override;
  void Stop(std::chrono::milliseconds grace) override;
  [[nodiscard]] std::optional<std::string> FindStall(
      std::chrono::steady_clock::time_point now) const override;

  // Serves a client of HTTP by a WebSocket. Call it on the sockets' thread;
  // what the connection holds is given back before Stop is over.
  void Serve(WebSocketUpgrade upgrade);

  // Drops what waits of a user who was removed, or quotes a collection from
  // which something was removed, and what rights no longer allow. Both may be
  // empty. Then calls `done`, on the sockets' thread: with false if the file of
  // sessions may still hold it, as the disk takes nothing. Safe to call from
  // any thread.
  void Withdraw(std::string identity, std::string collection,
                std::function<void(bool is_stored)> done);

  // Takes effect with the next request.
  void ChangeBounds(const RequestBounds& bounds) noexcept {
    requests_.ChangeBounds(bounds);
  }

  // Returns nothing if no file of sessions was damaged. Safe to call from any
  // thread.
  [[nodiscard]] std::optional<DamagedSessions> damaged_sessions() const {
    if (!session_keeping_) return std::nullopt;
    return session_keeping_->damaged();
  }

  // Returns the addresses on which it listens, plain ones first.
  [[nodiscard]] Doors::Endpoints addresses() const {
    return doors_.addresses();
  }

  // Including those in a handshake.
  [[nodiscard]] std::size_t connections() const noexcept {
    return connections_;
  }
  // What all connections, sessions and messages take.
  [[nodiscard]] const MemoryBudget& memory() const noexcept {
    return memory_.whole();
  }

 private:
  using Tcp = boost::asio::ip::tcp;
  using Clock = std::chrono::steady_clock;
  // Includes connections in a handshake, and those that wait for one.
  using Ends = std::list<std::weak_ptr<NetworkEnd>>;

  struct Accepted {
    Tcp::socket socket;
    bool is_tls;
  };
  using Newcomer = std::variant<Accepted, std::unique_ptr<WebSocketUpgrade>>;

  enum class Room : std::uint8_t { kHere, kSoon, kNone };

  // Serves it, puts it into newcomers_, or closes it.
  void Serve(Newcomer newcomer);
  void ServeHere(Accepted accepted, NetworkPeer peer);
  void ServeHere(std::unique_ptr<WebSocketUpgrade> upgrade, NetworkPeer peer);
  // Drops others until there is room for one of this peer.
  //   kSoon  when the last operation of a dropped one has returned
  [[nodiscard]] Room MakeRoom(const NetworkPeer& peer);
  // Returns the connection that is dropped so that one of this peer is served:
  // the oldest lingering one, or else the oldest silent one, of the place that
  // has most of those; else one that proves itself, of a place that has clearly
  // more of them. Null if there is none.
  //   own  the newcomer's, if it is served already; null: not yet
  [[nodiscard]] std::shared_ptr<NetworkEnd> FindGivingWay(
      const NetworkPeer& newcomer, const NetworkEnd* own);
  // Drops that one. Returns false if there is none.
  [[nodiscard]] bool DropForRoom(const NetworkPeer& newcomer,
                                 const NetworkEnd* own);
  // Returns whether there is memory for the handshake. If not, drops others, so
  // that there may be soon.
  [[nodiscard]] bool HasTlsRoom(const NetworkEnd& end);
  // Serves the connection that has waited longest for the end of another.
  void ServeNewcomer();
  void TellOfHandshake(const NetworkPeer& peer,
                       boost::system::error_code error);
  // Has `make(on_end)` make a connection, which is not started. Returns null if
  // memory has no room or its address has as many as it may.
  //   bytes  memory of its operations
  template <typename MakeEnd>
  [[nodiscard]] std::shared_ptr<NetworkEnd> Count(const NetworkPeer& peer,
                                                  std::size_t bytes,
                                                  const MakeEnd& make);
  // Makes one over a stream of TCP.
  template <typename Stream, typename... StreamParts>
  [[nodiscard]] std::shared_ptr<NetworkEnd> Make(NetworkPeer peer,
                                                 StreamParts&&... stream);
  void OnEnd(Ends::iterator place);
  template <typename Predicate>
  void DropConnections(const Predicate& is_dropped);
  void Tick();
  void EndConnections();

  boost::asio::io_context& io_;
  const MqttOptions options_;
  const MqttSurroundings surroundings_;
  const CurrentTlsConfig tls_config_;
  BrokerMemory memory_;
  Doors doors_;
  AddressBound addresses_;
  TlsBudget tls_budget_;
  TopicAuthority authority_;
  LoginQueue logins_;
  boost::asio::thread_pool handshake_thread_{1};
  NoticeLog notices_;
  Admission admission_;
  MethodRequests requests_;
  Broker broker_;
  HandshakeQueue handshakes_;
  std::unique_ptr<SessionKeeping> session_keeping_;  // May be null.
  StatusTopics status_;
  Ends ends_;
  // One for each dropped connection whose place is not free yet.
  std::deque<Newcomer> newcomers_;
  // What gives way, and who had most of it, when they were last counted.
  NetworkEnd::Stage cheapest_{};
  std::string has_most_;
  Clock::time_point counted_{};
  boost::asio::steady_timer tick_;
  boost::asio::steady_timer grace_;
  std::uint64_t rights_generation_;
  std::size_t connections_ = 0;  // Including those in a handshake.
  bool is_stopping_ = false;
  bool has_ended_connections_ = false;
};

}  // namespace answerbox::daemon::mqtt
