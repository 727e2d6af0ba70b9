// Serves MQTT clients over TCP and TLS: accepts connections, keeps the broker's
// time, and tells in topics how the daemon is.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/dispatch/dispatcher.h"
#include "daemon/error.h"
#include "daemon/identity/access_control.h"
#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/broker/broker_memory.h"
#include "daemon/protocol/mqtt/requests/method_requests.h"
#include "daemon/protocol/mqtt/tcp/addresses.h"
#include "daemon/protocol/mqtt/tcp/admission.h"
#include "daemon/protocol/mqtt/tcp/handshake_queue.h"
#include "daemon/protocol/mqtt/tcp/mqtt_settings.h"
#include "daemon/protocol/mqtt/tcp/network_connection.h"
#include "daemon/protocol/mqtt/tcp/session_keeping.h"
#include "daemon/protocol/mqtt/tcp/status_topics.h"
#include "daemon/protocol/mqtt/tcp/topic_authority.h"
#include "daemon/service/serve.h"
#include "platform/file_descriptor.h"
#include "platform/tls/tls_config.h"
#include "platform/tls/tls_engine.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon::mqtt {

struct MqttOptions : MqttSettings {
  std::vector<boost::asio::ip::tcp::endpoint> plain{};
  std::vector<boost::asio::ip::tcp::endpoint> tls{};
  RequestBounds request_bounds{};
  std::chrono::milliseconds handshake_patience = HandshakeQueue::kPatience;
};

// Sockets that the service manager listens on: they take the place of the
// addresses of their kind.
struct PassedSockets {
  std::vector<platform::FileDescriptor> plain;
  std::vector<platform::FileDescriptor> tls;
};

// What the server needs of the daemon. All of it outlives the server.
struct MqttSurroundings {
  Dispatcher& dispatcher;
  MakeMethods make_methods;
  const AccessControl& access;
  ListCollections list_collections;
  LoginQueue::OnFailure on_login_failure;
  PassedSockets sockets = {};
};

// For new TLS connections; asked for each. Never null where there are TLS
// addresses.
using CurrentTlsConfig =
    std::function<std::shared_ptr<const platform::TlsConfig>()>;

// TLS takes its memory from the budget of all MQTT clients.
class TlsBudget final : public platform::ByteBudget {
 public:
  // `budget` outlives this.
  explicit TlsBudget(MemoryBudget& budget) noexcept : budget_(budget) {}

  [[nodiscard]] bool TryTake(std::size_t bytes) noexcept override {
    return budget_.TryTake(bytes);
  }
  void GiveBack(std::size_t bytes) noexcept override {
    budget_.GiveBack(bytes);
  }

 private:
  MemoryBudget& budget_;
};

class MqttServer final : public Listener {
 public:
  // Listens from now on; serves from Start on. `logins` outlives the server.
  // What clients of before a restart had is there again. Errors: kStorage, an
  // address that can't be listened on, a passed socket that is none of TCP, or
  // a file of sessions that can't be read.
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

  // From the next request on.
  void ChangeBounds(const RequestBounds& bounds) noexcept {
    requests_.ChangeBounds(bounds);
  }

  // Absent where no file of sessions was damaged. Safe to call from any thread.
  [[nodiscard]] std::optional<DamagedSessions> damaged_sessions() const {
    if (!session_keeping_) return std::nullopt;
    return session_keeping_->damaged();
  }

  // Where it listens, plain addresses first.
  [[nodiscard]] std::vector<boost::asio::ip::tcp::endpoint> addresses() const;

 private:
  using Tcp = boost::asio::ip::tcp;
  using Clock = std::chrono::steady_clock;
  // Those in a handshake, and those that wait for one, included.
  using Ends = std::list<std::weak_ptr<NetworkEnd>>;

  struct Door {
    Tcp::acceptor acceptor;
    boost::asio::steady_timer pause;
    bool is_tls;
  };

  [[nodiscard]] Result<void> Listen(const Tcp::endpoint& endpoint, bool is_tls);
  // Takes over a socket that listens already.
  [[nodiscard]] Result<void> Adopt(platform::FileDescriptor socket,
                                   bool is_tls);
  [[nodiscard]] Result<void> Adopt(
      std::vector<platform::FileDescriptor> sockets, bool is_tls);
  void Accept(Door& door);
  void OnAccepted(Door& door, const boost::system::error_code& error,
                  Tcp::socket socket);
  void Retry(Door& door);
  void Serve(Tcp::socket socket, bool is_tls);
  // A connection that is not started; null, and the socket closes, where memory
  // has no room for it or its address has as many as it may.
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
  std::function<void(const Error& error)> on_failure_;
  BrokerMemory memory_;
  AddressBound addresses_;
  TlsBudget tls_budget_;
  TopicAuthority authority_;
  LoginQueue logins_;
  boost::asio::thread_pool handshake_thread_{1};
  Admission admission_;
  MethodRequests requests_;
  Broker broker_;
  HandshakeQueue handshakes_;
  std::unique_ptr<SessionKeeping> session_keeping_;  // Perhaps null.
  StatusTopics status_;
  std::list<Door> doors_;
  Ends ends_;
  boost::asio::steady_timer tick_;
  boost::asio::steady_timer grace_;
  std::optional<Clock::time_point> refusing_since_;
  std::string refusing_reason_;
  std::uint64_t rights_generation_;
  std::size_t connections_ = 0;  // Those in a handshake included.
  bool has_ended_connections_ = false;
};

}  // namespace answerbox::daemon::mqtt
