#include "daemon/protocol/mqtt/tcp/mqtt_server.h"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <memory_resource>
#include <new>
#include <random>
#include <utility>

#include "daemon/dispatch/fault_log.h"
#include "daemon/protocol/mqtt/tcp/web_socket.h"
#include "daemon/shares/turns.h"
#include "platform/service/journal.h"
#include "platform/tls/tls_config.h"
#include "platform/tls/tls_error.h"
#include "platform/tls/tls_stream.h"

namespace answerbox::daemon::mqtt {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr std::chrono::seconds kTickInterval{1};
// Counting all connections takes longer than a flood of them leaves time for.
// Who has most silent ones does not change as fast.
constexpr milliseconds kCountInterval{100};
// Handshakes under way may take an eighth of the budget. Their clients have
// proved nothing, and they take their memory at once.
constexpr std::size_t kHandshakeShare = 8;
// About the size of the kernel's buffers for a client in each direction. By
// default they would grow to megabytes for a client that stops reading, and
// take long to fill.
constexpr int kSocketBufferBytes = 64 * 1024;

std::size_t MostPerAddress(const MqttOptions& options) {
  if (options.connections_per_address != 0) {
    return options.connections_per_address;
  }
  return std::max<std::size_t>(1, options.bounds.connections / 2);
}

// What a handshake takes.
std::size_t TlsBytes(const platform::TlsConfig& config) {
  return platform::kTlsConnectionBytes +
         (config.takes_certificates() ? platform::kTlsPeerCertificateBytes : 0);
}

// Adds places and memory for those that log in while others take all.
MqttOptions WithLogins(MqttOptions options) {
  constexpr std::size_t kShare = 16;
  constexpr std::size_t kMemoryShare = 32;
  constexpr std::size_t kHandshakeBytes =
      platform::kTlsConnectionBytes + platform::kTlsPeerCertificateBytes;
  options.bounds.logins =
      std::max<std::size_t>(2, options.bounds.connections / kShare);
  options.bounds.login_bytes =
      std::max(options.memory_bytes / kMemoryShare, 2 * kHandshakeBytes);
  return options;
}

// Answers that wait, and the file that holds what is gone, take their parts of
// the time in which what was removed is to be erased. Docs/operations.md,
// "Erasing".
constexpr std::chrono::seconds kLeastExpiry{60};
std::chrono::seconds AnswerExpiry(std::chrono::seconds erase_after) {
  return std::max(erase_after * 3 / 4, kLeastExpiry);
}
std::chrono::seconds RenewAfter(std::chrono::seconds erase_after) {
  return std::max(erase_after / 8, kLeastExpiry);
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
  const auto opened =
      server->doors_.Open(options.plain, options.tls, std::move(passed));
  if (!opened) return opened.error();
  if (options.session_file.empty()) return server;
  auto keeping = SessionKeeping::Open(
      io, server->broker_, options.session_file, options.session_bytes,
      RenewAfter(options.erase_after), AnswerExpiry(options.erase_after));
  if (!keeping) return Error{ErrorKind::kCorrupt, keeping.error().message};
  server->session_keeping_ = std::move(*keeping);
  return server;
}

MqttServer::MqttServer(asio::io_context& io, const MqttOptions& options,
                       MqttSurroundings surroundings, Logins& logins,
                       CurrentTlsConfig tls_config)
    : io_(io),
      options_(WithLogins(options)),
      surroundings_(std::move(surroundings)),
      tls_config_(std::move(tls_config)),
      memory_(options.memory_bytes),
      doors_(io, "MQTT", tls_config_,
             [this](Tcp::socket socket, bool is_tls) {
               Serve(Accepted{std::move(socket), is_tls});
             }),
      addresses_(MostPerAddress(options)),
      tls_budget_(memory_.whole()),
      authority_(surroundings_.access, options.allows_anonymous),
      logins_(io.get_executor(), logins, memory_.whole(),
              surroundings_.dispatcher.activity().shares,
              surroundings_.on_login_failure),
      admission_(options.allows_anonymous,
                 [this](std::string_view user, Password password,
                        std::string_view address, LoginQueue::Answer answer,
                        LoginQueue::IsAwaited is_awaited) {
                   logins_.Check(user, std::move(password), address,
                                 std::move(answer), std::move(is_awaited));
                 }),
      requests_(io.get_executor(), surroundings_.dispatcher,
                surroundings_.make_methods, authority_, memory_,
                options.request_bounds, AnswerExpiry(options.erase_after)),
      broker_(options_.bounds, memory_, admission_, authority_, requests_,
              MakeIdSeed()),
      handshakes_(
          io.get_executor(), options_.bounds.connect_timeout,
          options_.handshake_patience,
          [this](const HandshakeEnd& end) {
            return HasTlsRoom(static_cast<const NetworkEnd&>(end));
          },
          [this](const NetworkPeer& peer, error_code error) {
            TellOfHandshake(peer, error);
          }),
      status_(broker_, surroundings_.list_collections, options_.box,
              surroundings_.read_box_state),
      tick_(io),
      grace_(io),
      rights_generation_(surroundings_.access.generation()) {
  broker_.WhenOneGivesWay([this](Shared shared, std::string_view caller) {
    surroundings_.dispatcher.activity().shares.Note(shared, caller);
  });
  broker_.WhenToTell(
      [this](Notice notice, std::string_view client, const std::string& line) {
        notices_.Tell(notice, client, line);
      });
  admission_.AdmitTo(broker_);
  requests_.AnswerBy(broker_);
}

MqttServer::~MqttServer() {
  handshake_thread_.stop();
  handshake_thread_.join();
}

// A client that leaves, or that we drop, has no reason worth a line.
void MqttServer::TellOfHandshake(const NetworkPeer& peer, error_code error) {
  if (error == asio::error::operation_aborted || error == asio::error::eof ||
      error == asio::error::connection_reset ||
      error == asio::error::bad_descriptor ||
      error == platform::TlsError::kTruncated) {
    return;
  }
  notices_.Tell(Notice::kHandshake, peer.origin(),
                "a TLS client at " + std::string(peer.origin()) +
                    " got no connection: " + error.message() +
                    "; this machine's clock says " + platform::ClockText());
}

// Requests that a restart interrupted begin before those of new clients.
void MqttServer::Start(std::function<void(const Error& error)> on_failure) {
  doors_.Start(std::move(on_failure));
  broker_.ResumeRequests(Clock::now());
  status_.TellOnline(Clock::now());
  Tick();
}

std::optional<std::string> MqttServer::FindStall(Clock::time_point now) const {
  return doors_.FindStall(now, surroundings_.dispatcher.stall());
}

// A client that has proved nothing yet must cost little: bounds are checked
// before anything is allocated, and a TLS handshake waits for its turn.
void MqttServer::Serve(Newcomer newcomer) {
  auto* upgrade = std::get_if<1>(&newcomer);
  NetworkPeer peer =
      upgrade ? (*upgrade)->peer : PeerOf(std::get<0>(newcomer).socket);
  const Room room = MakeRoom(peer);
  if (room == Room::kNone) return;
  if (room == Room::kSoon) return newcomers_.push_back(std::move(newcomer));
  // no_delay: small packets leave at once. keep_alive: a client that is gone is
  // noticed.
  Tcp::socket& socket =
      upgrade ? (*upgrade)->socket() : std::get<0>(newcomer).socket;
  using Base = asio::socket_base;
  error_code ignored;
  socket.set_option(Tcp::no_delay(true), ignored);
  socket.set_option(Base::keep_alive(true), ignored);
  socket.set_option(Base::send_buffer_size(kSocketBufferBytes), ignored);
  socket.set_option(Base::receive_buffer_size(kSocketBufferBytes), ignored);
  std::visit([&](auto& kind) { ServeHere(std::move(kind), std::move(peer)); },
             newcomer);
}

void MqttServer::Serve(WebSocketUpgrade upgrade) {
  if (is_stopping_) return;
  try {
    Serve(Newcomer(std::make_unique<WebSocketUpgrade>(std::move(upgrade))));
  } catch (const std::exception&) {
    // Only this client's connection is closed.
    LogThrown("can't serve a connection", std::current_exception());
  }
}

MqttServer::Room MqttServer::MakeRoom(const NetworkPeer& peer) {
  const auto has_room = [&] {
    // Connections in a handshake count too. Where admitted ones take the
    // places, some are left to log in.
    const bool has_place =
        connections_ < options_.bounds.connections ||
        connections_ - broker_.admitted() < options_.bounds.logins;
    return has_place && addresses_.HasRoomFor(peer);
  };
  while (!has_room()) {
    const std::size_t before = connections_;
    if (!DropForRoom(peer, nullptr)) return Room::kNone;
    if (connections_ == before) return Room::kSoon;
  }
  return Room::kHere;
}

void MqttServer::ServeHere(Accepted accepted, NetworkPeer peer) {
  if (!accepted.is_tls) {
    const auto end =
        Make<Tcp::socket>(std::move(peer), std::move(accepted.socket));
    if (end) end->Start();
    return;
  }
  platform::TlsStreamOptions tls;
  tls.config = tls_config_();
  tls.handshake_executor = handshake_thread_.get_executor();
  tls.handshake_timeout = options_.bounds.connect_timeout;
  tls.budget = &tls_budget_;
  const std::size_t most =
      options_.memory_bytes / kHandshakeShare / TlsBytes(*tls.config);
  auto end = Make<platform::TlsStream<Tcp::socket>>(
      std::move(peer), std::move(accepted.socket), std::move(tls));
  if (end) handshakes_.Add(std::move(end), std::max<std::size_t>(most, 1));
}

void MqttServer::ServeHere(std::unique_ptr<WebSocketUpgrade> upgrade,
                           NetworkPeer peer) {
  const auto end =
      Count(peer, kOperationBytes + kWebSocketBytes, [&](auto on_end) {
        return MakeWebSocketConnection(
            memory_.connections(), broker_, std::move(on_end),
            std::move(*upgrade),
            {.patience = options_.bounds.connect_timeout,
             .origins = options_.websocket_origins});
      });
  if (end) end->Start();
}

// Makes room for a handshake, whose memory is taken in one piece, and leaves
// what logins need where others that are not admitted have it. One that was
// dropped gives its memory back when its last operation has returned: until
// then no more are dropped for the same handshake.
bool MqttServer::HasTlsRoom(const NetworkEnd& end) {
  const std::size_t wanted = TlsBytes(*tls_config_());
  const auto has = [this](std::size_t bytes) {
    return TakenBytes(memory_.whole(), bytes).is_taken();
  };
  while (!has(wanted + options_.bounds.login_bytes)) {
    const bool is_one_ending = std::ranges::any_of(ends_, [](const auto& weak) {
      const auto other = weak.lock();
      return other && other->stage() == NetworkEnd::Stage::kGone;
    });
    if (is_one_ending || !DropForRoom(end.peer(), &end)) return has(wanted);
  }
  return true;
}

// An operation under way may keep the connection's place until it has returned.
bool MqttServer::DropForRoom(const NetworkPeer& newcomer,
                             const NetworkEnd* own) {
  const std::shared_ptr<NetworkEnd> other = FindGivingWay(newcomer, own);
  if (other == nullptr) return false;
  surroundings_.dispatcher.activity().shares.Note(Shared::kHandshakes,
                                                  other->origin());
  // An open connection waits for no handshake.
  if (!other->is_open()) handshakes_.Forget(*other);
  other->Drop();
  return true;
}

// Looks among the connections of the newcomer's address if that has its most,
// and else among all. Who newly comes has proved nothing, so no admitted one
// gives way: Broker::HasPlace decides that once it is known who comes.
std::shared_ptr<NetworkEnd> MqttServer::FindGivingWay(
    const NetworkPeer& newcomer, const NetworkEnd* own) {
  using Stage = NetworkEnd::Stage;
  const bool is_address_full =
      own == nullptr && !addresses_.HasRoomFor(newcomer);
  const auto now = Clock::now();
  const bool is_counted = now - counted_ < kCountInterval;
  std::array<Holdings, 3> held;  // By stage.
  static_assert(Stage::kAdmitted == Stage{3} && Stage::kGone > Stage{3});
  std::vector<std::shared_ptr<NetworkEnd>> ends;  // Oldest first.
  for (const auto& weak : ends_) {
    auto end = weak.lock();
    if (end == nullptr || end.get() == own) continue;
    const Stage stage = end->stage();
    if (stage >= Stage::kAdmitted) continue;
    if (is_address_full && end->origin() != newcomer.origin()) continue;
    if (is_counted && stage == cheapest_ && end->origin() == has_most_) {
      return end;
    }
    held[static_cast<std::size_t>(stage)].Add(end->origin(), 1);
    ends.push_back(std::move(end));
  }
  const auto is_of = [](Stage stage, std::string_view origin) {
    return [=](const std::shared_ptr<NetworkEnd>& end) {
      return end->stage() == stage && end->origin() == origin;
    };
  };
  for (const Stage stage : {Stage::kLingering, Stage::kSilent}) {
    const auto most = held[static_cast<std::size_t>(stage)].Greatest();
    if (most.amount == 0) continue;
    cheapest_ = stage;
    has_most_ = most.holder;
    counted_ = now;
    return *std::ranges::find_if(ends, is_of(stage, most.holder));
  }
  if (is_address_full) return nullptr;
  const Holdings& unproved = held[static_cast<std::size_t>(Stage::kUnproved)];
  const auto most = unproved.Greatest();
  if (!GivesWay(most.amount, unproved.Of(newcomer.origin()))) return nullptr;
  // The newest of those who prove themselves has lost least.
  return *std::find_if(ends.rbegin(), ends.rend(),
                       is_of(Stage::kUnproved, most.holder));
}

// The callback at the connection's end holds the shares of the budget and of
// the address's bound. They are thus given back with it, even if making the
// connection throws.
template <typename MakeEnd>
std::shared_ptr<NetworkEnd> MqttServer::Count(const NetworkPeer& peer,
                                              std::size_t bytes,
                                              const MakeEnd& make) {
  const auto operations = std::make_shared<TakenBytes>(memory_.whole(), bytes);
  const auto address = std::make_shared<TakenAddress>(addresses_, peer);
  if (!operations->is_taken() || !address->is_taken()) return nullptr;
  const auto place = ends_.emplace(ends_.end());
  std::shared_ptr<NetworkEnd> connection;
  try {
    connection = make([this, place, operations, address] { OnEnd(place); });
  } catch (const std::bad_alloc&) {
    ends_.erase(place);
    throw;
  }
  *place = connection;
  ++surroundings_.dispatcher.activity().connections;
  ++connections_;
  return connection;
}

template <typename Stream, typename... StreamParts>
std::shared_ptr<NetworkEnd> MqttServer::Make(NetworkPeer peer,
                                             StreamParts&&... stream) {
  const NetworkPeer counted = peer;
  return Count(counted, kOperationBytes, [&](auto on_end) {
    return std::allocate_shared<NetworkConnection<Stream>>(
        std::pmr::polymorphic_allocator<>(&memory_.connections()),
        std::move(peer), broker_, std::move(on_end),
        std::forward<StreamParts>(stream)...);
  });
}

void MqttServer::OnEnd(Ends::iterator place) {
  // Even a weak pointer would keep the connection's memory.
  ends_.erase(place);
  --surroundings_.dispatcher.activity().connections;
  --connections_;
  if (!newcomers_.empty() || handshakes_.waiting() > 0) {
    asio::post(io_, [this] {
      ServeNewcomer();
      handshakes_.GoOn();
    });
  }
  // After the last connection the grace period may end at once.
  if (connections_ == 0 && has_ended_connections_) grace_.cancel();
}

void MqttServer::ServeNewcomer() {
  if (newcomers_.empty()) return;
  Newcomer newcomer = std::move(newcomers_.front());
  newcomers_.pop_front();
  try {
    Serve(std::move(newcomer));
  } catch (const std::exception&) {
    LogThrown("can't serve a connection", std::current_exception());
  }
}

// One timer serves all: once a second it handles rights, sessions, stale work
// and status.
void MqttServer::Tick() {
  tick_.expires_after(kTickInterval);
  tick_.async_wait([this](const error_code& cancelled) {
    // A tick that was due when the timer was cancelled still comes.
    if (cancelled || has_ended_connections_) return;
    const auto now = Clock::now();
    const std::uint64_t generation = surroundings_.access.generation();
    if (std::exchange(rights_generation_, generation) != generation) {
      broker_.OnRightsChanged(now);
    }
    // Nothing is read from a client whose login is checked, so it does not show
    // by itself that it has left.
    DropConnections([](NetworkEnd& end) {
      return end.is_open() && end.stage() == NetworkEnd::Stage::kUnproved &&
             end.IsPeerGone();
    });
    broker_.Tick(now);
    requests_.ReadOn();
    requests_.DropStaleWork(now);
    status_.Tick(now);
    notices_.TellLeftOut(now);
    doors_.OpenTls();
    Tick();
  });
}

void MqttServer::Withdraw(std::string identity, std::string collection,
                          std::function<void(bool is_stored)> done) {
  asio::post(io_, [this, identity = std::move(identity),
                   collection = std::move(collection), done = std::move(done)] {
    const auto now = Clock::now();
    // A right that is gone is gone after a restart, too, whatever the file has.
    if (identity.empty() && collection.empty()) {
      broker_.OnRightsChanged(now);
      return done(true);
    }
    if (!collection.empty()) requests_.Withdraw();
    broker_.Withdraw(identity, collection, now);
    broker_.WhenDurable(done, now);
  });
}

// New clients are refused at once. Requests under way have `grace` to finish.
// Then the connections end.
void MqttServer::Stop(milliseconds grace) {
  is_stopping_ = true;
  doors_.Close();
  newcomers_.clear();
  grace_.expires_after(grace);
  grace_.async_wait([this](const error_code& cancelled) {
    if (cancelled) return;
    EndConnections();
    DropConnections([](const NetworkEnd&) { return true; });
  });
  requests_.WhenIdle([this] { EndConnections(); });
}

// "offline" is published before the connections close, so that subscribers get
// it.
void MqttServer::EndConnections() {
  if (std::exchange(has_ended_connections_, true)) return;
  tick_.cancel();
  logins_.Stop();
  status_.TellOffline(Clock::now());
  broker_.Stop(Clock::now());
  // Connections in a handshake are not known to the broker yet.
  DropConnections([](const NetworkEnd& end) { return !end.is_open(); });
  handshakes_.Stop();
  if (connections_ == 0) grace_.cancel();
}

template <typename Predicate>
void MqttServer::DropConnections(const Predicate& is_dropped) {
  for (auto next = ends_.begin(); next != ends_.end();) {
    // The list entry may be gone afterwards.
    const auto end = (next++)->lock();
    if (end && is_dropped(*end)) end->Drop();
  }
}

}  // namespace answerbox::daemon::mqtt
