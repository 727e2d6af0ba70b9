// Writes the replies of one connection as fast as its client reads them, within
// the bounds for slow clients. Only the sockets' thread uses it.
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

  // `socket` outlives Run; `context` outlives the writer. Run calls
  // `on_written` whenever the client has taken some bytes.
  ReplyWriter(Socket& socket, SessionContext& context,
              std::function<void()> on_written);

  // Queues a line. When there is no room for it, logs that and returns false:
  // the client does not read its replies, and the caller drops it.
  [[nodiscard]] bool Queue(std::string_view line);

  // Writes queued lines. Returns after Finish when all are written, after Stop,
  // and when the client has gone or takes nothing for too long. The queue's
  // memory is then free.
  [[nodiscard]] boost::asio::awaitable<void> Run();
  // No more lines will be queued.
  void Finish();
  // Queued lines will not be written. A write under way ends when the socket is
  // closed.
  void Stop();

  // The number of bytes that wait for the client.
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
