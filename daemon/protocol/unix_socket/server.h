// Accepts connections and keeps track of the sessions. Used by the one thread
// that runs the sockets.
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
#include "daemon/service/listener.h"

namespace answerbox::daemon {

class Server final : public Listener {
 public:
  // Serves on `listening_socket`, a listening Unix stream socket that stays the
  // caller's to close. All but `listening_socket` outlive the server.
  Server(boost::asio::io_context& io, int listening_socket,
         SessionContext& context);

  void Start(std::function<void(const Error& error)> on_failure) override;

  // When no connection could be accepted for the bound `stall`.
  [[nodiscard]] std::optional<std::string> FindStall(
      std::chrono::steady_clock::time_point now) const override;

  // Accepts nobody any more, has the sessions finish what is in flight, and
  // drops those that take longer than `grace`. Then nothing of the server is
  // left to run in the io_context.
  void Stop(std::chrono::milliseconds grace) override;

 private:
  using Socket = boost::asio::local::stream_protocol::socket;
  using Acceptor = boost::asio::local::stream_protocol::acceptor;

  boost::asio::awaitable<void> Accept();
  // Ends the listening for good.
  void Fail(const std::string& reason);
  // A moment for descriptors and memory to come free.
  boost::asio::awaitable<void> Pause();
  // Of one attempt to accept: it went well, or nobody waits to be accepted.
  void NoteAccepting();
  void NoteNotAccepted(const std::string& reason);
  // Whether a session, of `user` if one is given, leaves its place by itself:
  // clients that left are noticed after those that have just come.
  [[nodiscard]] bool IsOneEnding(std::optional<std::uint32_t> user) const;
  // Dismisses the session that has been idle longest, of `user` if one is
  // given. False when none has been idle for long enough.
  bool DismissLongestIdle(std::optional<std::uint32_t> user);
  boost::asio::awaitable<void> Serve(Socket socket);
  [[nodiscard]] bool HasFullShare(std::uint32_t user) const;
  [[nodiscard]] bool HasNoRoomFor(std::uint32_t user) const;
  void Admit(Socket socket, std::uint32_t user);
  void Refuse(Socket socket, std::uint32_t user);

  boost::asio::io_context& io_;
  SessionContext& context_;
  Acceptor acceptor_;
  boost::asio::steady_timer pause_;  // Of Accept; a session's end ends it.
  boost::asio::steady_timer grace_;
  std::list<std::shared_ptr<Session>> sessions_;
  std::function<void(const Error& error)> on_failure_;
  // Since when no connection could be accepted, and why.
  std::optional<std::chrono::steady_clock::time_point> refusing_since_;
  std::string refusing_reason_;
  // When the journal was told of it last, and whether of what lasts now.
  std::optional<std::chrono::steady_clock::time_point> refusing_told_;
  bool is_refusing_told_ = false;
};

}  // namespace answerbox::daemon
