#include "daemon/protocol/http/tcp/http_server.h"

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "daemon/dispatch/fault_log.h"
#include "daemon/shares/turns.h"
#include "platform/tls/tls_config.h"
#include "platform/tls/tls_error.h"

namespace answerbox::daemon::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr std::chrono::seconds kTickInterval{1};
// Handshakes under way may take an eighth of the budget: their clients have
// proved nothing, and they take their memory at once.
constexpr std::size_t kHandshakeShare = 8;
// By default the kernel's buffers would grow to megabytes for a client that
// stops reading.
constexpr int kSocketBufferBytes = 64 * 1024;

std::size_t MostPerAddress(const HttpSettings& settings) {
  if (settings.connections_per_address != 0) {
    return settings.connections_per_address;
  }
  return std::max<std::size_t>(1, settings.connections / 2);
}

// A client that leaves, or that we drop, has no reason worth a line.
bool IsWorthALine(error_code error) {
  return error != asio::error::operation_aborted && error != asio::error::eof &&
         error != asio::error::connection_reset &&
         error != asio::error::bad_descriptor &&
         error != platform::TlsError::kTruncated;
}

}  // namespace

class HttpServer::Place {
 public:
  // Throws std::bad_alloc.
  Place(HttpServer& server, const NetworkPeer& peer)
      : server_(server),
        bytes_(server.memory_, kConnectionBytes),
        address_(server.addresses_, peer) {
    ++server_.places_;
    ++server_.dispatcher_.activity().connections;
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() {
    --server_.places_;
    --server_.dispatcher_.activity().connections;
  }

  [[nodiscard]] bool is_taken() const noexcept {
    return bytes_.is_taken() && address_.is_taken();
  }

 private:
  HttpServer& server_;
  const TakenBytes bytes_;
  const TakenAddress address_;
};

Result<std::unique_ptr<HttpServer>> HttpServer::Open(
    asio::io_context& io, const HttpOptions& options,
    HttpSurroundings surroundings, Logins& logins,
    CurrentTlsConfig tls_config) {
  PassedSockets passed = std::move(surroundings.sockets);
  auto server = std::make_unique<HttpServer>(
      io, options, std::move(surroundings), logins, std::move(tls_config));
  const auto opened =
      server->doors_.Open(options.plain, options.tls, std::move(passed));
  if (!opened) return opened.error();
  return server;
}

HttpServer::HttpServer(asio::io_context& io, const HttpOptions& options,
                       HttpSurroundings surroundings, Logins& logins,
                       CurrentTlsConfig tls_config)
    : io_(io),
      options_(options),
      tls_config_(std::move(tls_config)),
      dispatcher_(surroundings.site.dispatcher),
      memory_(options.memory_bytes),
      tls_budget_(memory_),
      addresses_(MostPerAddress(options)),
      logins_(io.get_executor(), logins, memory_, dispatcher_.activity().shares,
              std::move(surroundings.on_login_failure)),
      site_(options_, options.request_bounds, options.kiosk_collections,
            std::move(surroundings.site), logins_, memory_),
      context_{.settings = options_,
               .site = site_,
               .memory = memory_,
               .make_room =
                   [this](const HttpConnection& own) {
                     return DropOne(own.peer(), false, &own);
                   }},
      handshakes_(
          io.get_executor(), options.head_time, HandshakeQueue::kPatience,
          [this](const HandshakeEnd& end) { return HasTlsRoom(end); },
          [this](const NetworkPeer& peer, error_code error) {
            if (!IsWorthALine(error)) return;
            notices_.Tell(Notice::kHandshake, peer.origin(),
                          "an HTTPS client at " + std::string(peer.origin()) +
                              " got no connection: " + error.message() +
                              "; this machine's clock says " +
                              platform::ClockText());
          }),
      doors_(io, "HTTP", tls_config_,
             [this](Tcp::socket socket, bool is_tls) {
               Serve(std::move(socket), is_tls);
             }),
      tick_(io),
      grace_(io) {}

HttpServer::~HttpServer() {
  handshake_thread_.stop();
  handshake_thread_.join();
}

void HttpServer::Start(std::function<void(const Error& error)> on_failure) {
  doors_.Start(std::move(on_failure));
  Tick();
}

std::optional<std::string> HttpServer::FindStall(Clock::time_point now) const {
  return doors_.FindStall(now, dispatcher_.stall());
}

bool HttpServer::HasRoomFor(const NetworkPeer& peer) {
  const TakenBytes bytes(memory_, kConnectionBytes);
  return bytes.is_taken() && places_ < options_.connections &&
         addresses_.HasRoomFor(peer);
}

// A connection that was dropped keeps its place until its coroutine has
// noticed: until then the newcomer waits.
void HttpServer::Serve(Tcp::socket socket, bool is_tls) {
  NetworkPeer peer = PeerOf(socket);
  if (!HasRoomFor(peer)) {
    if (!DropOne(peer, !addresses_.HasRoomFor(peer), nullptr)) return;
    if (!HasRoomFor(peer)) {
      newcomers_.push_back({std::move(socket), is_tls});
      return;
    }
  }
  error_code ignored;
  using Base = asio::socket_base;
  socket.set_option(Tcp::no_delay(true), ignored);
  socket.set_option(Base::keep_alive(true), ignored);
  socket.set_option(Base::send_buffer_size(kSocketBufferBytes), ignored);
  socket.set_option(Base::receive_buffer_size(kSocketBufferBytes), ignored);
  const auto connection = Make(std::move(socket), is_tls, std::move(peer));
  if (!connection) return;
  if (!is_tls) return connection->Start();
  const std::size_t most =
      options_.memory_bytes / kHandshakeShare / platform::kTlsConnectionBytes;
  handshakes_.Add(connection, std::max<std::size_t>(most, 1));
}

std::shared_ptr<HttpConnection> HttpServer::Make(Tcp::socket socket,
                                                 bool is_tls,
                                                 NetworkPeer peer) {
  auto place = std::make_shared<Place>(*this, peer);
  if (!place->is_taken()) return nullptr;
  ClientStream stream(std::move(socket));
  if (is_tls) {
    platform::TlsStreamOptions tls;
    tls.config = tls_config_();
    tls.handshake_executor = handshake_thread_.get_executor();
    tls.handshake_timeout = options_.head_time;
    tls.budget = &tls_budget_;
    stream = std::make_unique<TlsSocket>(
        std::move(std::get<Tcp::socket>(stream)), std::move(tls));
  }
  const auto entry = connections_.emplace(connections_.end());
  try {
    auto made = std::make_shared<HttpConnection>(
        std::move(stream), std::move(peer), context_, std::move(place),
        [this, entry] { OnEnd(entry); });
    *entry = made;
    return made;
  } catch (...) {
    connections_.erase(entry);
    throw;
  }
}

bool HttpServer::DropOne(const NetworkPeer& peer, bool is_address_full,
                         const HandshakeEnd* own) {
  Holdings idle;
  Holdings waiting;  // Idle ones, too.
  const auto for_each = [&](const auto& visit) {
    for (const auto& weak : connections_) {
      const auto one = weak.lock();
      if (one && one.get() != own) visit(one);
    }
  };
  for_each([&](const auto& one) {
    const std::string_view origin = one->peer().origin();
    if (one->idle_since()) idle.Add(origin, 1);
    if (one->idle_since() || one->stalled_since()) waiting.Add(origin, 1);
  });
  const auto drop_of = [&](std::string_view origin, auto since_of) {
    std::shared_ptr<HttpConnection> oldest;
    for_each([&](const auto& one) {
      const auto since = ((*one).*since_of)();
      if (!since || one->peer().origin() != origin) return;
      if (!oldest || *since < *((*oldest).*since_of)()) oldest = one;
    });
    if (!oldest) return false;
    handshakes_.Forget(*oldest);
    oldest->Drop();
    return true;
  };
  const std::string_view mine = peer.origin();
  constexpr auto kIdle = &HttpConnection::idle_since;
  if (is_address_full) return drop_of(mine, kIdle);
  const auto most = waiting.Greatest();
  if (GivesWay(most.amount, waiting.Of(mine))) {
    return drop_of(most.holder, kIdle) ||
           drop_of(most.holder, &HttpConnection::stalled_since);
  }
  const auto idlest = idle.Greatest();
  const bool may_take =
      idlest.holder == mine || idlest.amount >= waiting.Of(mine);
  return may_take && drop_of(idlest.holder, kIdle);
}

bool HttpServer::HasTlsRoom(const HandshakeEnd& end) {
  const TakenBytes taken(memory_, platform::kTlsConnectionBytes);
  if (taken.is_taken()) return true;
  const bool is_one_ending =
      std::ranges::any_of(connections_, [](const auto& weak) {
        const auto one = weak.lock();
        return one && one->is_dropped();
      });
  if (!is_one_ending) static_cast<void>(DropOne(end.peer(), false, &end));
  return false;
}

void HttpServer::OnEnd(Connections::iterator connection) {
  // Even a weak pointer would keep the connection's memory.
  connections_.erase(connection);
  if (!newcomers_.empty() || handshakes_.waiting() > 0) {
    asio::post(io_, [this] { GoOn(); });
  }
  EndIfIdle();
}

void HttpServer::GoOn() {
  if (!newcomers_.empty()) {
    Newcomer newcomer = std::move(newcomers_.front());
    newcomers_.pop_front();
    try {
      Serve(std::move(newcomer.socket), newcomer.is_tls);
    } catch (const std::exception&) {
      LogThrown("can't serve a connection", std::current_exception());
    }
  }
  if (!context_.is_stopping) handshakes_.GoOn();
}

void HttpServer::Tick() {
  tick_.expires_after(kTickInterval);
  tick_.async_wait([this](const error_code& cancelled) {
    // A tick that was due when the timer was cancelled still comes.
    if (cancelled || context_.is_stopping) return;
    site_.Tick(Clock::now());
    notices_.TellLeftOut(Clock::now());
    doors_.OpenTls();
    Tick();
  });
}

// Requests under way have `grace` to finish.
void HttpServer::Stop(std::chrono::milliseconds grace) {
  context_.is_stopping = true;
  doors_.Close();
  newcomers_.clear();
  tick_.cancel();
  grace_.expires_after(grace);
  grace_.async_wait([this](const error_code& cancelled) {
    if (cancelled) return;
    for (auto next = connections_.begin(); next != connections_.end();) {
      // The entry may be gone afterwards.
      if (const auto one = (next++)->lock()) one->Drop();
    }
    logins_.Stop();
  });
  for (auto next = connections_.begin(); next != connections_.end();) {
    if (const auto one = (next++)->lock()) one->Stop();
  }
  // Only now: the queue alone holds those that wait for their turn, and each
  // has to note its end.
  handshakes_.Stop();
  EndIfIdle();
}

// After the last connection the grace period may end at once.
void HttpServer::EndIfIdle() {
  if (!context_.is_stopping || !connections_.empty()) return;
  grace_.cancel();
  logins_.Stop();
}

}  // namespace answerbox::daemon::http
