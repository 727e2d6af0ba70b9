// Accepts connections and keeps track of the sessions. Used by the one thread
// that runs the sockets.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <list>
#include <memory>

#include "daemon/protocol/unix_socket/session.h"
#include "daemon/protocol/unix_socket/session_context.h"

namespace answerbox::daemon {

class Server {
 public:
  // Serves on `listening_socket`, a listening Unix stream socket that stays the
  // caller's to close. All but `listening_socket` outlive the server.
  Server(boost::asio::io_context& io, int listening_socket,
         SessionContext& context);

  void Start();

  // Accepts nobody any more, has the sessions finish what is in flight, and
  // drops those that take longer than `grace`. Then nothing of the server is
  // left to run in the io_context.
  void Stop(std::chrono::milliseconds grace);

 private:
  using Socket = boost::asio::local::stream_protocol::socket;

  boost::asio::awaitable<void> Accept();
  // False when no session has been idle for long enough.
  bool DismissLongestIdle();
  void Admit(Socket socket);
  void Refuse(Socket socket);

  boost::asio::io_context& io_;
  SessionContext& context_;
  boost::asio::local::stream_protocol::acceptor acceptor_;
  boost::asio::steady_timer pause_;  // Of Accept; a session's end ends it.
  boost::asio::steady_timer grace_;
  std::list<std::shared_ptr<Session>> sessions_;
};

}  // namespace answerbox::daemon
