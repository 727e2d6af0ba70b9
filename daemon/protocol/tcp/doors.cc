#include "daemon/protocol/tcp/doors.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <boost/asio/error.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <exception>
#include <utility>

#include "daemon/dispatch/fault_log.h"
#include "daemon/protocol/tcp/addresses.h"
#include "platform/service/journal.h"
#include "platform/service/listening_socket.h"

namespace answerbox::daemon {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// When file descriptors run out, some may be free again a little later.
constexpr std::chrono::milliseconds kAcceptPause{100};

}  // namespace

Doors::Doors(asio::io_context& io, std::string_view protocol,
             CurrentTlsConfig tls_config, OnAccepted on_accepted)
    : io_(io),
      protocol_(protocol),
      tls_config_(std::move(tls_config)),
      on_accepted_(std::move(on_accepted)) {}

Result<void> Doors::Open(const Endpoints& plain, const Endpoints& tls,
                         PassedSockets passed) {
  auto opened = OpenAll(plain, passed.plain, false);
  if (!tls.empty() || !passed.tls.empty()) is_tls_closed_ = !tls_config_();
  // A passed socket is taken over in any case: nobody else has it.
  if (is_tls_closed_ && passed.tls.empty()) {
    unopened_tls_ = tls;
  } else if (opened) {
    opened = OpenAll(tls, passed.tls, true);
  }
  return opened;
}

Result<void> Doors::OpenAll(const Endpoints& addresses,
                            std::vector<platform::FileDescriptor>& sockets,
                            bool is_tls) {
  for (platform::FileDescriptor& socket : sockets) {
    if (auto done = Adopt(std::move(socket), is_tls); !done) return done;
  }
  if (!sockets.empty()) return {};
  for (const Tcp::endpoint& address : addresses) {
    if (auto done = Listen(address, is_tls); !done) return done;
  }
  return {};
}

// A network may come long after the machine. An address that is missing is
// listened on all the same, so that the daemon serves everybody else meanwhile.
bool Doors::Bind(Tcp::acceptor& acceptor, const Tcp::endpoint& endpoint,
                 error_code& error) const {
  acceptor.bind(endpoint, error);
  if (error != boost::system::errc::address_not_available) return true;
  const int on = 1;
  // If it fails, so does the next bind.
  static_cast<void>(setsockopt(acceptor.native_handle(), IPPROTO_IP,
                               IP_FREEBIND, &on, sizeof on));
  acceptor.bind(endpoint, error);
  if (error) return false;
  platform::Log(platform::Priority::kWarning,
                "this machine does not have the address " + Describe(endpoint) +
                    ": " + protocol_ +
                    " clients are served there as soon as it has");
  return false;
}

// An IPv6 address accepts IPv6 only. Otherwise it would also occupy the IPv4
// address beside it.
Result<void> Doors::Listen(const Tcp::endpoint& endpoint, bool is_tls) {
  Door door{Tcp::acceptor(io_), asio::steady_timer(io_), is_tls};
  error_code error;
  door.acceptor.open(endpoint.protocol(), error);
  // Old connections must not block the address after a restart.
  if (!error)
    door.acceptor.set_option(Tcp::acceptor::reuse_address(true), error);
  if (!error && endpoint.address().is_v6()) {
    door.acceptor.set_option(asio::ip::v6_only(true), error);
  }
  if (!error) door.has_address = Bind(door.acceptor, endpoint, error);
  if (!error) {
    door.acceptor.listen(asio::socket_base::max_listen_connections, error);
  }
  // Retry must not block.
  if (!error) door.acceptor.non_blocking(true, error);
  if (error) {
    return Error{ErrorKind::kStorage, "can't listen for " + protocol_ +
                                          " clients on " + Describe(endpoint) +
                                          ": " + error.message()};
  }
  doors_.push_back(std::move(door));
  return {};
}

// The service manager has bound the socket. Its kind is checked and not just
// believed.
Result<void> Doors::Adopt(platform::FileDescriptor socket, bool is_tls) {
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
                 "can't take over the service manager's socket for " +
                     protocol_ + ": " + error.message()};
  }
  doors_.push_back(std::move(door));
  return {};
}

Doors::Endpoints Doors::addresses() const {
  Endpoints addresses;
  for (const Door& door : doors_) {
    error_code ignored;
    addresses.push_back(door.acceptor.local_endpoint(ignored));
  }
  return addresses;
}

void Doors::Start(std::function<void(const Error& error)> on_failure) {
  on_failure_ = std::move(on_failure);
  for (Door& door : doors_) {
    if (!door.is_tls || !is_tls_closed_) Admit(door);
  }
}

void Doors::Close() {
  for (Door& door : doors_) {
    error_code ignored;
    door.acceptor.close(ignored);
    door.pause.cancel();
  }
}

void Doors::Admit(Door& door) {
  if (door.has_address) {
    platform::Log(platform::Priority::kInfo,
                  protocol_ + " clients are served on " +
                      Describe(door.acceptor.local_endpoint()) +
                      (door.is_tls ? ", by TLS" : ""));
  }
  Accept(door);
}

void Doors::OpenTls() {
  if (!is_tls_closed_ || !tls_config_()) return;
  for (; !unopened_tls_.empty(); unopened_tls_.pop_back()) {
    const auto opened = Listen(unopened_tls_.back(), true);
    if (opened) continue;
    // The others are served. The next tick tries again.
    if (!std::exchange(has_told_of_tls_, true)) {
      platform::Log(platform::Priority::kError, opened.error().message);
    }
    return;
  }
  is_tls_closed_ = false;
  for (Door& door : doors_) {
    if (door.is_tls) Admit(door);
  }
}

void Doors::Accept(Door& door) {
  door.acceptor.async_accept(
      [this, &door](const error_code& error, Tcp::socket socket) {
        if (!door.acceptor.is_open()) return;
        Receive(door, error, std::move(socket));
      });
}

// Temporary errors (no descriptors, no memory) are waited out. A broken
// acceptor ends the daemon, which the service manager starts again.
void Doors::Receive(Door& door, const error_code& error, Tcp::socket socket) {
  if (!error) {
    refusing_since_.reset();
    try {
      on_accepted_(std::move(socket), door.is_tls);
    } catch (const std::exception&) {
      // Only this client's connection is closed.
      LogThrown("can't serve a connection", std::current_exception());
    }
    return Accept(door);
  }
  if (error == asio::error::bad_descriptor ||
      error == asio::error::invalid_argument) {
    return on_failure_({ErrorKind::kInternal,
                        "can't accept " + protocol_ +
                            " connections any more: " + error.message()});
  }
  if (!refusing_since_) {
    refusing_since_ = Clock::now();
    refusing_reason_ = error.message();
    platform::Log(platform::Priority::kWarning,
                  "can't accept an " + protocol_ +
                      " connection, and go on trying: " + refusing_reason_);
  }
  door.pause.expires_after(kAcceptPause);
  door.pause.async_wait([this, &door](const error_code& cancelled) {
    if (!cancelled && door.acceptor.is_open()) Retry(door);
  });
}

// accept(2) looks for a free descriptor before it looks for a client. So this
// shows whether one could be accepted, even while none waits.
void Doors::Retry(Door& door) {
  Tcp::socket socket(io_);
  error_code error;
  door.acceptor.accept(socket, error);
  if (error != asio::error::would_block) {
    return Receive(door, error, std::move(socket));
  }
  refusing_since_.reset();
  Accept(door);
}

std::optional<std::string> Doors::FindStall(
    Clock::time_point now, std::chrono::milliseconds stall) const {
  if (refusing_since_ && now - *refusing_since_ >= stall) {
    return "no " + protocol_ +
           " connection could be accepted for long: " + refusing_reason_;
  }
  return std::nullopt;
}

}  // namespace answerbox::daemon
