// Writes the replies of one connection, as fast as its client takes them and
// within the bounds for a client that does not. Used by the one thread that
// runs the sockets.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "daemon/protocol/reply_queue.h"
#include "daemon/protocol/unix_socket/session_context.h"

namespace answerbox::daemon {

class ReplyWriter : public std::enable_shared_from_this<ReplyWriter> {
 public:
  using Socket = boost::asio::local::stream_protocol::socket;

  // `socket` outlives Run, `context` the writer. Run calls `on_written`
  // whenever the client has taken something.
  ReplyWriter(Socket& socket, SessionContext& context,
              std::function<void()> on_written);

  // Takes a line to write. False, and logged, when there is no room for it: the
  // client does not take its replies and is to be dropped.
  [[nodiscard]] bool Queue(std::string_view line);

  // Writes what is queued. Returns after Finish when all is written, after
  // Stop, and when the client is gone or takes nothing for too long. Then the
  // memory of the queue is free.
  [[nodiscard]] boost::asio::awaitable<void> Run();
  // Nothing will be queued any more.
  void Finish();
  // What is queued will not be written. A write under way ends when the socket
  // is closed.
  void Stop();

  // Of lines that wait for the client.
  [[nodiscard]] std::size_t bytes() const noexcept { return queue_.bytes(); }

 private:
  boost::asio::awaitable<bool> WriteSome(std::string_view bytes);

  Socket& socket_;
  const std::chrono::milliseconds timeout_;
  const std::function<void()> on_written_;
  ReplyQueue queue_;
  boost::asio::steady_timer deadline_;
  boost::asio::steady_timer wakeup_;
  boost::asio::cancellation_signal cancel_write_;
  bool is_finishing_ = false;
  bool is_stopped_ = false;
  bool is_timed_out_ = false;
};

}  // namespace answerbox::daemon
