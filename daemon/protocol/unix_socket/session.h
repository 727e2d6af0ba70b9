// One connection: reads lines, dispatches their requests, and passes the
// replies to a writer. Two coroutines, for reading and writing, run on the
// sockets' thread. No other thread calls a public function. A coroutine that
// throws ends its connection.
//
// Reading pauses while too many requests are in flight. It ends with the
// client's last byte, with an error after which the next line can't be found,
// or when the daemon stops. Then requests in flight are answered, and the
// connection closes. A client is dropped when it does not read its replies, or
// has closed its end before they came.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/dispatch/method.h"
#include "daemon/dispatch/reply.h"
#include "daemon/protocol/json_rpc.h"
#include "daemon/protocol/line_buffer.h"
#include "daemon/protocol/unix_socket/reply_writer.h"
#include "daemon/protocol/unix_socket/session_context.h"

namespace answerbox::daemon {

class Session : public std::enable_shared_from_this<Session> {
 public:
  using Socket = boost::asio::local::stream_protocol::socket;

  // `context` outlives the session. `on_end` is called once, when the
  // connection is closed and its memory is free.
  Session(Socket socket, const Identity& caller, SessionContext& context,
          std::function<void()> on_end);

  void Start();
  // Reads no more bytes. Closes when the requests that are buffered or in
  // flight are answered.
  void Stop();
  // Closes at once.
  void Drop();
  // Sends `error` and closes at once.
  void Dismiss(const Error& error);

  [[nodiscard]] std::uint32_t user() const noexcept { return user_; }

  // Returns whether the client has closed both directions. The session then
  // ends as soon as its coroutines notice.
  [[nodiscard]] bool IsClientGone();

  // Returns since when the session is idle: no request in flight or partly
  // received, no reply to write, no upload. Returns nothing when it is not
  // idle.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> IdleSince()
      const;

 private:
  template <typename T>
  using Awaitable = boost::asio::awaitable<T>;
  using Clock = std::chrono::steady_clock;

  Awaitable<void> ReadRequests();
  Awaitable<void> ExecuteBufferedLines();
  void Execute(std::string_view line);
  // Safe to call from any thread.
  void EndWaiting();
  Awaitable<bool> Receive();
  void SetReceiveDeadline();
  // `error` is the result of waiting for bytes. Returns false when no more will
  // come.
  bool ReadAvailable(boost::system::error_code error);
  Awaitable<void> WriteReplies();

  Reply MakeReply(std::optional<std::string> id);
  // Sends the line; without one, the request was a notification. Ends the
  // process if memory runs out, as the work may be half done.
  void FinishRequest(const std::optional<ReplyLine>& line) noexcept;
  // Tells the writer to finish when no more replies can come.
  void FinishIfDone();
  void DropWhenClientCloses();
  // Watches for work that the client does not continue, such as uploads, and
  // drops it. Runs as long as there is such work.
  void WatchWork(Clock::time_point last_used);
  void DropStaleWork();
  void FailReading(const Error& error);
  void Spawn(Awaitable<void> (Session::*coroutine)());
  // `error`: the exception of the coroutine, or null.
  void EndCoroutine(const std::exception_ptr& error);

  Socket socket_;
  const std::uint32_t user_;
  SessionContext& context_;
  std::function<void()> on_end_;
  std::shared_ptr<const MethodTable> methods_;
  // Shared by the user's sessions.
  const std::shared_ptr<MemoryBudget> receive_memory_;
  LineBuffer lines_;
  const std::shared_ptr<ReplyWriter> writer_;
  boost::asio::cancellation_signal cancel_receive_;
  boost::asio::steady_timer receive_deadline_;
  boost::asio::steady_timer reader_wakeup_;
  boost::asio::steady_timer work_watch_;
  std::optional<Clock::time_point> line_deadline_;
  Clock::time_point last_used_;
  std::size_t in_flight_ = 0;
  int running_coroutines_ = 0;
  bool is_stopping_ = false;
  bool is_reading_ = true;
  // Whether a request must return before the next one begins.
  bool is_storing_ = false;
  std::atomic<bool> is_dropped_{false};  // Replies read it on other threads.
  bool is_first_byte_here_ = false;
  bool is_watching_work_ = false;
  bool is_receive_timed_out_ = false;
};

}  // namespace answerbox::daemon
