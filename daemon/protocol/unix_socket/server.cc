#include "daemon/protocol/unix_socket/server.h"

#include <unistd.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <string>
#include <utility>

#include "daemon/protocol/reply.h"
#include "platform/service/journal.h"
#include "platform/service/peer_credentials.h"

namespace answerbox::daemon {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
// When file descriptors run out, some are free again a little later.
constexpr std::chrono::milliseconds kAcceptPause{100};

}  // namespace

Server::Server(asio::io_context& io, int listening_socket,
               SessionContext& context)
    : io_(io),
      context_(context),
      // A duplicate: the acceptor closes what it holds.
      acceptor_(io, asio::local::stream_protocol(), ::dup(listening_socket)),
      pause_(io),
      grace_(io) {}

void Server::Start() {
  asio::co_spawn(
      io_, [this] { return Accept(); }, asio::detached);
}

asio::awaitable<void> Server::Accept() {
  while (acceptor_.is_open()) {
    auto [error, socket] = co_await acceptor_.async_accept(kAwait);
    // A connection may have come in the same turn as the order to stop.
    if (!acceptor_.is_open()) co_return;
    if (error) {
      platform::Log(platform::Priority::kWarning,
                    "can't accept a connection: " + error.message());
      pause_.expires_after(kAcceptPause);
      co_await pause_.async_wait(kAwait);
      continue;
    }
    if (sessions_.size() >= context_.bounds.connections &&
        DismissLongestIdle()) {
      pause_.expires_after(kAcceptPause);
      co_await pause_.async_wait(kAwait);
      if (!acceptor_.is_open()) co_return;
    }
    if (sessions_.size() >= context_.bounds.connections) {
      Refuse(std::move(socket));
    } else {
      Admit(std::move(socket));
    }
  }
}

bool Server::DismissLongestIdle() {
  auto longest = std::chrono::steady_clock::now() - context_.bounds.min_idle;
  Session* chosen = nullptr;
  for (const auto& session : sessions_) {
    const auto idle_since = session->IdleSince();
    if (!idle_since || *idle_since > longest) continue;
    longest = *idle_since;
    chosen = session.get();
  }
  if (chosen == nullptr) return false;
  chosen->Dismiss({ErrorKind::kBusy,
                   "The connection was idle and made room for another one; "
                   "connect again."});
  return true;
}

void Server::Admit(Socket socket) {
  const auto peer = platform::GetPeerCredentials(socket.native_handle());
  if (!peer) {
    platform::Log(platform::Priority::kWarning, peer.error().Describe());
    return;
  }
  platform::Log(platform::Priority::kDebug,
                "connection of user " + std::to_string(peer->user) +
                    ", process " + std::to_string(peer->process));
  const Caller caller{peer->user};
  const auto place = sessions_.emplace(sessions_.end());
  *place = std::make_shared<Session>(std::move(socket), caller, context_,
                                     [this, place] {
                                       sessions_.erase(place);
                                       --context_.activity.connections;
                                       pause_.cancel();
                                       if (sessions_.empty()) grace_.cancel();
                                     });
  ++context_.activity.connections;
  (*place)->Start();
}

void Server::Refuse(Socket socket) {
  const std::string line = ErrorLine(
      "null",
      {ErrorKind::kBusy, "The daemon serves " +
                             std::to_string(context_.bounds.connections) +
                             " connections at once; try again."});
  // An empty send buffer takes a short line whole, or the client is gone.
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(line), ignored);
}

void Server::Stop(std::chrono::milliseconds grace) {
  error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  for (const auto& session : sessions_) session->Stop();
  if (sessions_.empty()) return;
  grace_.expires_after(grace);
  grace_.async_wait([this](error_code error) {
    if (error) return;
    platform::Log(platform::Priority::kWarning,
                  "stopping before every request was answered");
    for (const auto& session : sessions_) session->Drop();
  });
}

}  // namespace answerbox::daemon
