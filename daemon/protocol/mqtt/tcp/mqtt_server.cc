#include "daemon/protocol/mqtt/tcp/mqtt_server.h"

#include <algorithm>
#include <boost/asio/ip/v6_only.hpp>
#include <memory_resource>
#include <new>
#include <random>
#include <utility>

#include "daemon/dispatch/fault_log.h"
#include "platform/service/journal.h"
#include "platform/service/socket_activation.h"
#include "platform/tls/tls_stream.h"

namespace answerbox::daemon::mqtt {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr std::chrono::seconds kTickInterval{1};
// When file descriptors run out, some are free again a little later.
constexpr milliseconds kAcceptPause{100};
// Handshakes under way may take an eighth of the budget. Nobody has proved
// anything in them, and they take their memory at once.
constexpr std::size_t kHandshakeShare = 8;
// What the kernel keeps for a client in each direction, about: it would be
// megabytes for one that stops reading, and the time to fill them.
constexpr int kSocketBufferBytes = 64 * 1024;

std::string Describe(const asio::ip::tcp::endpoint& endpoint) {
  const std::string host = endpoint.address().to_string();
  return (endpoint.address().is_v6() ? "[" + host + "]" : host) + ":" +
         std::to_string(endpoint.port());
}

// A passed socket of IPv6 may take IPv4 too: its clients are who they would be
// at a socket of IPv4.
asio::ip::address Unmapped(const asio::ip::address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
  return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
}

std::size_t MostPerAddress(const MqttOptions& options) {
  if (options.connections_per_address != 0) {
    return options.connections_per_address;
  }
  return std::max<std::size_t>(1, options.bounds.connections / 2);
}

std::uint64_t MakeIdSeed() {
  std::random_device random;
  return (std::uint64_t{random()} << 32) | random();
}

}  // namespace

Result<std::unique_ptr<MqttServer>> MqttServer::Open(
    asio::io_context& io, const MqttOptions& options,
    MqttSurroundings surroundings, Logins& logins,
    CurrentTlsConfig tls_config) {
  PassedSockets passed = std::move(surroundings.sockets);
  auto server = std::make_unique<MqttServer>(
      io, options, std::move(surroundings), logins, std::move(tls_config));
  const auto open = [&](const std::vector<Tcp::endpoint>& addresses,
                        std::vector<platform::FileDescriptor>& sockets,
                        bool is_tls) -> Result<void> {
    if (!sockets.empty()) return server->Adopt(std::move(sockets), is_tls);
    for (const Tcp::endpoint& address : addresses) {
      if (auto done = server->Listen(address, is_tls); !done) return done;
    }
    return {};
  };
  auto opened = open(options.plain, passed.plain, false);
  if (opened) opened = open(options.tls, passed.tls, true);
  if (!opened) return opened.error();
  if (options.session_file.empty()) return server;
  auto keeping = SessionKeeping::Open(io, server->broker_, options.session_file,
                                      options.session_bytes);
  if (!keeping) return keeping.error();
  server->session_keeping_ = std::move(*keeping);
  return server;
}

MqttServer::MqttServer(asio::io_context& io, const MqttOptions& options,
                       MqttSurroundings surroundings, Logins& logins,
                       CurrentTlsConfig tls_config)
    : io_(io),
      options_(options),
      surroundings_(std::move(surroundings)),
      tls_config_(std::move(tls_config)),
      memory_(options.memory_bytes),
      addresses_(MostPerAddress(options)),
      tls_budget_(memory_.whole()),
      authority_(surroundings_.access, options.allows_anonymous),
      logins_(io.get_executor(), logins, memory_.whole(),
              surroundings_.on_login_failure),
      admission_(options.allows_anonymous,
                 [this](std::string_view user, Password password,
                        std::string_view address, LoginQueue::Answer answer) {
                   logins_.Check(user, std::move(password), address,
                                 std::move(answer));
                 }),
      requests_(io.get_executor(), surroundings_.dispatcher,
                surroundings_.make_methods, authority_, memory_,
                options.request_bounds),
      broker_(options_.bounds, memory_, admission_, authority_, requests_,
              MakeIdSeed()),
      handshakes_(io.get_executor(), options_.bounds.connect_timeout,
                  options_.handshake_patience),
      status_(broker_, surroundings_.list_collections),
      tick_(io),
      grace_(io),
      rights_generation_(surroundings_.access.generation()) {
  admission_.AdmitTo(broker_);
  requests_.AnswerBy(broker_);
}

MqttServer::~MqttServer() {
  handshake_thread_.stop();
  handshake_thread_.join();
}

// IPv6 alone on an address of IPv6: else it would take IPv4 too, and an address
// of IPv4 beside it would be in use.
Result<void> MqttServer::Listen(const Tcp::endpoint& endpoint, bool is_tls) {
  Door door{Tcp::acceptor(io_), asio::steady_timer(io_), is_tls};
  error_code error;
  door.acceptor.open(endpoint.protocol(), error);
  // After a restart, old connections must not keep the address.
  if (!error)
    door.acceptor.set_option(Tcp::acceptor::reuse_address(true), error);
  if (!error && endpoint.address().is_v6()) {
    door.acceptor.set_option(asio::ip::v6_only(true), error);
  }
  if (!error) door.acceptor.bind(endpoint, error);
  if (!error) {
    door.acceptor.listen(asio::socket_base::max_listen_connections, error);
  }
  // Retry must not wait.
  if (!error) door.acceptor.non_blocking(true, error);
  if (error) {
    return Error{ErrorKind::kStorage, "can't listen for MQTT clients on " +
                                          Describe(endpoint) + ": " +
                                          error.message()};
  }
  doors_.push_back(std::move(door));
  return {};
}

Result<void> MqttServer::Adopt(std::vector<platform::FileDescriptor> sockets,
                               bool is_tls) {
  for (platform::FileDescriptor& socket : sockets) {
    if (auto done = Adopt(std::move(socket), is_tls); !done) return done;
  }
  return {};
}

// The service manager has bound it. What kind of socket it is, is looked at
// rather than believed.
Result<void> MqttServer::Adopt(platform::FileDescriptor socket, bool is_tls) {
  const auto family = platform::FamilyOfListeningTcp(socket);
  if (!family) {
    return Error{ErrorKind::kStorage, "can't " + family.error().Describe()};
  }
  Door door{Tcp::acceptor(io_), asio::steady_timer(io_), is_tls};
  error_code error;
  door.acceptor.assign(*family == AF_INET6 ? Tcp::v6() : Tcp::v4(),
                       socket.get(), error);
  if (!error) static_cast<void>(socket.Release());
  if (!error) door.acceptor.non_blocking(true, error);
  if (error) {
    return Error{ErrorKind::kStorage,
                 "can't take over the service manager's socket for MQTT: " +
                     error.message()};
  }
  doors_.push_back(std::move(door));
  return {};
}

std::vector<asio::ip::tcp::endpoint> MqttServer::addresses() const {
  std::vector<Tcp::endpoint> addresses;
  for (const Door& door : doors_) {
    error_code ignored;
    addresses.push_back(door.acceptor.local_endpoint(ignored));
  }
  return addresses;
}

// Requests that a restart interrupted come before those of new clients.
void MqttServer::Start(std::function<void(const Error& error)> on_failure) {
  on_failure_ = std::move(on_failure);
  for (Door& door : doors_) {
    platform::Log(platform::Priority::kInfo,
                  "MQTT clients are served on " +
                      Describe(door.acceptor.local_endpoint()) +
                      (door.is_tls ? ", by TLS" : ""));
    Accept(door);
  }
  broker_.ResumeRequests(Clock::now());
  status_.TellOnline(Clock::now());
  Tick();
}

void MqttServer::Accept(Door& door) {
  door.acceptor.async_accept(
      [this, &door](const error_code& error, Tcp::socket socket) {
        if (!door.acceptor.is_open()) return;
        OnAccepted(door, error, std::move(socket));
      });
}

// Errors that pass (no descriptors, no memory) are waited out; an acceptor that
// is broken ends the daemon, which is started anew.
void MqttServer::OnAccepted(Door& door, const error_code& error,
                            Tcp::socket socket) {
  if (!error) {
    refusing_since_.reset();
    try {
      Serve(std::move(socket), door.is_tls);
    } catch (const std::exception&) {
      // This client's connection is closed; the others go on.
      LogThrown("can't serve a connection", std::current_exception());
    }
    return Accept(door);
  }
  if (error == asio::error::bad_descriptor ||
      error == asio::error::invalid_argument) {
    return on_failure_(
        {ErrorKind::kInternal,
         "can't accept MQTT connections any more: " + error.message()});
  }
  if (!refusing_since_) {
    refusing_since_ = Clock::now();
    refusing_reason_ = error.message();
    platform::Log(platform::Priority::kWarning,
                  "can't accept an MQTT connection, and go on trying: " +
                      refusing_reason_);
  }
  door.pause.expires_after(kAcceptPause);
  door.pause.async_wait([this, &door](const error_code& cancelled) {
    if (!cancelled && door.acceptor.is_open()) Retry(door);
  });
}

// The kernel looks for a free descriptor before it looks for a client. So this
// shows whether one could be accepted, even while none waits.
void MqttServer::Retry(Door& door) {
  Tcp::socket socket(io_);
  error_code error;
  door.acceptor.accept(socket, error);
  if (error != asio::error::would_block) {
    return OnAccepted(door, error, std::move(socket));
  }
  refusing_since_.reset();
  Accept(door);
}

std::optional<std::string> MqttServer::FindStall(Clock::time_point now) const {
  if (refusing_since_ &&
      now - *refusing_since_ >= surroundings_.dispatcher.stall()) {
    return "no MQTT connection could be accepted for long: " + refusing_reason_;
  }
  return std::nullopt;
}

// Who has not proved anything yet costs as little as can be: bounds are looked
// at before anything is allocated, and a TLS handshake waits for its turn.
void MqttServer::Serve(Tcp::socket socket, bool is_tls) {
  // Those in a handshake count too.
  if (connections_ >= options_.bounds.connections) return;
  error_code ignored;
  const auto address = Unmapped(socket.remote_endpoint(ignored).address());
  // Small packets are answered at once, and who is gone is noticed.
  socket.set_option(Tcp::no_delay(true), ignored);
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  using Base = asio::socket_base;
  socket.set_option(Base::send_buffer_size(kSocketBufferBytes), ignored);
  socket.set_option(Base::receive_buffer_size(kSocketBufferBytes), ignored);
  NetworkPeer peer{.is_loopback = address.is_loopback(),
                   .certificate_name = {},
                   .address = address.to_string()};
  if (!is_tls) {
    const auto end = Make<Tcp::socket>(std::move(peer), std::move(socket));
    if (end) end->Start();
    return;
  }
  platform::TlsStreamOptions tls;
  tls.config = tls_config_();
  tls.handshake_executor = handshake_thread_.get_executor();
  tls.handshake_timeout = options_.bounds.connect_timeout;
  tls.budget = &tls_budget_;
  const std::size_t each =
      platform::kTlsConnectionBytes + (tls.config->takes_certificates()
                                           ? platform::kTlsPeerCertificateBytes
                                           : 0);
  const std::size_t most = options_.memory_bytes / kHandshakeShare / each;
  auto end = Make<platform::TlsStream<Tcp::socket>>(
      std::move(peer), std::move(socket), std::move(tls));
  if (end) handshakes_.Add(std::move(end), std::max<std::size_t>(most, 1));
}

// Shares of the budget and of the address's bound are held by the callback of
// the connection's end: they are given back with it, also where making the
// connection throws.
template <typename Stream, typename... StreamParts>
std::shared_ptr<NetworkEnd> MqttServer::Make(NetworkPeer peer,
                                             StreamParts&&... stream) {
  const auto operations =
      std::make_shared<TakenBytes>(memory_.whole(), kOperationBytes);
  const auto address = std::make_shared<TakenAddress>(addresses_, peer);
  if (!operations->is_taken() || !address->is_taken()) return nullptr;
  const auto place = ends_.emplace(ends_.end());
  std::shared_ptr<NetworkConnection<Stream>> connection;
  try {
    connection = std::allocate_shared<NetworkConnection<Stream>>(
        std::pmr::polymorphic_allocator<>(&memory_.connections()),
        std::move(peer), broker_,
        [this, place, operations, address] { OnEnd(place); },
        std::forward<StreamParts>(stream)...);
  } catch (const std::bad_alloc&) {
    ends_.erase(place);
    throw;
  }
  *place = connection;
  ++surroundings_.dispatcher.activity().connections;
  ++connections_;
  return connection;
}

void MqttServer::OnEnd(Ends::iterator place) {
  // A weak pointer would keep the connection's memory.
  ends_.erase(place);
  --surroundings_.dispatcher.activity().connections;
  --connections_;
  // After the last one, nothing is left for the grace to end.
  if (connections_ == 0 && has_ended_connections_) grace_.cancel();
}

// One timer for all: rights, sessions, stale work and status are looked at once
// a second.
void MqttServer::Tick() {
  tick_.expires_after(kTickInterval);
  tick_.async_wait([this](const error_code& cancelled) {
    // A tick that was due when it was cancelled comes all the same.
    if (cancelled || has_ended_connections_) return;
    const auto now = Clock::now();
    const std::uint64_t generation = surroundings_.access.generation();
    if (std::exchange(rights_generation_, generation) != generation) {
      broker_.OnRightsChanged(now);
    }
    broker_.Tick(now);
    requests_.DropStaleWork(now);
    status_.Tick(now);
    Tick();
  });
}

// New clients are refused at once, requests under way are answered within
// `grace`, and then the connections end.
void MqttServer::Stop(milliseconds grace) {
  for (Door& door : doors_) {
    error_code ignored;
    door.acceptor.close(ignored);
    door.pause.cancel();
  }
  grace_.expires_after(grace);
  grace_.async_wait([this](const error_code& cancelled) {
    if (cancelled) return;
    EndConnections();
    DropConnections([](const NetworkEnd&) { return true; });
  });
  requests_.WhenIdle([this] { EndConnections(); });
}

// "offline" is told before the connections close, so that subscribers get it.
void MqttServer::EndConnections() {
  if (std::exchange(has_ended_connections_, true)) return;
  tick_.cancel();
  logins_.Stop();
  status_.TellOffline(Clock::now());
  broker_.Stop(Clock::now());
  // Handshakes have nobody in the broker yet.
  DropConnections([](const NetworkEnd& end) { return !end.is_open(); });
  handshakes_.Stop();
  if (connections_ == 0) grace_.cancel();
}

template <typename Predicate>
void MqttServer::DropConnections(const Predicate& is_dropped) {
  for (auto next = ends_.begin(); next != ends_.end();) {
    // Its place may be gone afterwards.
    const auto end = (next++)->lock();
    if (end && is_dropped(*end)) end->Drop();
  }
}

}  // namespace answerbox::daemon::mqtt
