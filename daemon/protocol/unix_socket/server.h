// Accepts connections and owns the sessions. Only the sockets' thread uses it.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "daemon/error.h"
#include "daemon/protocol/unix_socket/session.h"
#include "daemon/protocol/unix_socket/session_context.h"
#include "daemon/service/serve.h"

namespace answerbox::daemon {

class Server final : public Listener {
 public:
  // Serves on `listening_socket`, a listening Unix stream socket. The caller
  // closes it, at any time. `io` and `context` outlive the server.
  Server(boost::asio::io_context& io, int listening_socket,
         SessionContext& context);

  void Start(std::function<void(const Error& error)> on_failure) override;

  // Returns a sentence when no connection could be accepted for `stall`.
  [[nodiscard]] std::optional<std::string> FindStall(
      std::chrono::steady_clock::time_point now) const override;

  // Accepts no more connections, lets sessions finish requests in flight, and
  // drops those that take longer than `grace`. Then the server leaves no work
  // in the io_context.
  void Stop(std::chrono::milliseconds grace) override;

 private:
  using Socket = boost::asio::local::stream_protocol::socket;
  using Acceptor = boost::asio::local::stream_protocol::acceptor;

  boost::asio::awaitable<void> Accept();
  // Stops listening for good.
  void Fail(const std::string& reason);
  // Waits a moment for descriptors and memory to become free.
  boost::asio::awaitable<void> Pause();
  // Notes that accepting works: a connection was accepted, or none waited.
  void NoteAccepting();
  void NoteNotAccepted(const std::string& reason);
  // Returns whether a session is about to end by itself because its client has
  // left, which is noticed later than new connections. If `user` is given, only
  // sessions of that user count.
  [[nodiscard]] bool IsOneEnding(std::optional<std::uint32_t> user) const;
  // Dismisses the session that has been idle longest; if `user` is given, one
  // of that user. Returns false when none has been idle long enough.
  bool DismissLongestIdle(std::optional<std::uint32_t> user);
  boost::asio::awaitable<void> Serve(Socket socket);
  [[nodiscard]] bool HasFullShare(std::uint32_t user) const;
  [[nodiscard]] bool HasNoRoomFor(std::uint32_t user) const;
  void Admit(Socket socket, std::uint32_t user);
  void Refuse(Socket socket, std::uint32_t user);

  boost::asio::io_context& io_;
  SessionContext& context_;
  Acceptor acceptor_;
  // Accept waits for it; it ends early when a session ends.
  boost::asio::steady_timer pause_;
  boost::asio::steady_timer grace_;
  std::list<std::shared_ptr<Session>> sessions_;
  std::function<void(const Error& error)> on_failure_;
  // Since when no connection could be accepted, and why.
  std::optional<std::chrono::steady_clock::time_point> refusing_since_;
  std::string refusing_reason_;
  // When the journal was last told about it, and whether it was told about the
  // present failure.
  std::optional<std::chrono::steady_clock::time_point> refusing_told_;
  bool is_refusing_told_ = false;
};

}  // namespace answerbox::daemon
