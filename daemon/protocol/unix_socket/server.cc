#include "daemon/protocol/unix_socket/server.h"

#include <unistd.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <utility>

#include "daemon/dispatch/fault_log.h"
#include "daemon/identity/identity.h"
#include "daemon/protocol/json_rpc.h"
#include "platform/service/journal.h"
#include "platform/service/listening_socket.h"

namespace answerbox::daemon {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
// Time until accepting is tried again after descriptors ran out.
constexpr std::chrono::milliseconds kAcceptPause{100};
// Least time between two messages about failed accepts.
constexpr std::chrono::minutes kTellInterval{1};

// Returns whether accepting may work again later: true for the temporary errors
// of accept(2).
bool MayPass(const error_code& error) {
  return error != asio::error::bad_descriptor &&
         error != asio::error::invalid_argument &&
         error != asio::error::not_socket &&
         error != asio::error::operation_not_supported;
}

}  // namespace

Server::Server(asio::io_context& io, int listening_socket,
               SessionContext& context)
    : io_(io),
      context_(context),
      // This is a duplicate, because the acceptor closes its descriptor.
      acceptor_(io, asio::local::stream_protocol(), ::dup(listening_socket)),
      pause_(io),
      grace_(io) {}

void Server::Start(std::function<void(const Error& error)> on_failure) {
  on_failure_ = std::move(on_failure);
  error_code ignored;
  acceptor_.non_blocking(true, ignored);
  asio::co_spawn(
      io_, [this] { return Accept(); },
      [this](const std::exception_ptr& error) {
        if (error) Fail(WhatOf(error));
      });
}

// The caller then ends the daemon, and the service manager starts it again with
// a working socket.
void Server::Fail(const std::string& reason) {
  error_code ignored;
  acceptor_.close(ignored);
  on_failure_(
      {ErrorKind::kInternal, "can't accept connections any more: " + reason});
}

// accept(2) looks for a free descriptor before it looks for a client. So trying
// to accept while no client waits shows whether one could be accepted.
asio::awaitable<void> Server::Accept() {
  while (acceptor_.is_open()) {
    error_code error;
    if (!refusing_since_) {
      auto [wait_error] =
          co_await acceptor_.async_wait(Acceptor::wait_read, kAwait);
      error = wait_error;
    }
    // A connection may have arrived at the moment when the server was stopped.
    if (!acceptor_.is_open()) co_return;
    Socket socket(io_);
    if (!error) acceptor_.accept(socket, error);
    if (error == asio::error::would_block) {
      NoteAccepting();
      continue;
    }
    if (error && !MayPass(error)) {
      Fail(error.message());
      co_return;
    }
    if (error) {
      NoteNotAccepted(error.message());
      // Closing an idle connection frees a descriptor.
      DismissLongestIdle(std::nullopt);
      co_await Pause();
      continue;
    }
    NoteAccepting();
    try {
      co_await Serve(std::move(socket));
    } catch (const std::exception&) {
      // Only this client's connection is closed.
      LogThrown("can't serve a connection", std::current_exception());
    }
  }
}

asio::awaitable<void> Server::Pause() {
  pause_.expires_after(kAcceptPause);
  co_await pause_.async_wait(kAwait);
}

void Server::NoteAccepting() {
  if (!refusing_since_) return;
  refusing_since_.reset();
  if (!is_refusing_told_) return;
  is_refusing_told_ = false;
  platform::Log(platform::Priority::kNotice, "accepting connections again");
}

void Server::NoteNotAccepted(const std::string& reason) {
  if (refusing_since_) return;
  const auto now = std::chrono::steady_clock::now();
  refusing_since_ = now;
  refusing_reason_ = reason;
  // Repeated failures would otherwise fill the journal.
  if (refusing_told_ && now - *refusing_told_ < kTellInterval) return;
  refusing_told_ = now;
  is_refusing_told_ = true;
  platform::Log(platform::Priority::kWarning,
                "can't accept a connection, and go on trying: " + reason);
}

std::optional<std::string> Server::FindStall(
    std::chrono::steady_clock::time_point now) const {
  if (refusing_since_ &&
      now - *refusing_since_ >= context_.dispatcher.stall()) {
    return "no connection could be accepted for long: " + refusing_reason_;
  }
  return std::nullopt;
}

// Before a newcomer is refused, others make room for it: sessions that are
// ending anyway first, then the one that has been idle longest. A client that
// is being served is never dropped.
asio::awaitable<void> Server::Serve(Socket socket) {
  const auto peer = platform::GetPeerCredentials(socket.native_handle());
  if (!peer) {
    platform::Log(platform::Priority::kWarning, peer.error().Describe());
    co_return;
  }
  platform::Log(platform::Priority::kDebug,
                "connection of user " + std::to_string(peer->user) +
                    ", process " + std::to_string(peer->process));
  const std::uint32_t user = peer->user;
  const bool has_full_share = HasFullShare(user);
  if (has_full_share || HasNoRoomFor(user)) {
    // A user whose share is full loses one of their own connections.
    const auto whose = has_full_share ? std::optional(user) : std::nullopt;
    const bool is_room_made = IsOneEnding(whose) || DismissLongestIdle(whose);
    if (is_room_made) co_await Pause();
    if (!acceptor_.is_open()) co_return;
  }
  if (HasFullShare(user) || HasNoRoomFor(user)) {
    Refuse(std::move(socket), user);
  } else {
    Admit(std::move(socket), user);
  }
}

// The sessions are counted each time. There are no more than max_connections,
// and a separate counter could disagree with the list.
bool Server::HasFullShare(std::uint32_t user) const {
  const auto count = static_cast<std::size_t>(std::ranges::count_if(
      sessions_,
      [user](const auto& session) { return session->user() == user; }));
  return count >= context_.bounds.connections_of(user);
}

// The last place is reserved for the unbounded user, who must be able to
// inspect a daemon whose places are all taken.
bool Server::HasNoRoomFor(std::uint32_t user) const {
  return sessions_.size() >= context_.bounds.connections_before(user);
}

bool Server::IsOneEnding(std::optional<std::uint32_t> user) const {
  return std::ranges::any_of(sessions_, [user](const auto& session) {
    return (!user || session->user() == *user) && session->IsClientGone();
  });
}

bool Server::DismissLongestIdle(std::optional<std::uint32_t> user) {
  auto longest = std::chrono::steady_clock::now() - context_.bounds.min_idle;
  Session* chosen = nullptr;
  for (const auto& session : sessions_) {
    if (user && session->user() != *user) continue;
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

// At its end, the session is erased by its place in the list, which stays valid
// whatever happens to others.
void Server::Admit(Socket socket, std::uint32_t user) {
  const Identity caller = Identity::OfUnixPeer(user);
  // The session is made in a list of its own first, so that sessions_ never
  // holds a null pointer.
  std::list<std::shared_ptr<Session>> made(1);
  const auto place = made.begin();
  *place = std::make_shared<Session>(
      std::move(socket), caller, context_, [this, place] {
        sessions_.erase(place);
        --context_.dispatcher.activity().connections;
        pause_.cancel();
        if (sessions_.empty()) grace_.cancel();
      });
  sessions_.splice(sessions_.end(), made);
  ++context_.dispatcher.activity().connections;
  (*place)->Start();
}

// Sends a line of the protocol with the reason and what to do: a connection
// that only closes would look like a crash.
void Server::Refuse(Socket socket, std::uint32_t user) {
  const std::string message =
      HasFullShare(user) && user != context_.bounds.unbounded_user
          ? "User " + std::to_string(user) + " has " +
                std::to_string(context_.bounds.connections_of(user)) +
                " connections, as many as one user may (user_share_percent); "
                "close one that is not needed, or try again later."
          : "The daemon serves " + std::to_string(context_.bounds.connections) +
                " connections at once; try again.";
  const std::string line = ErrorLine("null", {ErrorKind::kBusy, message});
  // The send buffer is empty, so it takes the whole short line unless the
  // client has gone.
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(line), ignored);
}

// Requests in flight have `grace` to finish. The timer is cancelled when the
// last session has ended, so that the daemon does not wait for it.
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
