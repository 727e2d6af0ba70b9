// One connection: reads lines, has their requests dispatched, and hands the
// replies to a writer. Two coroutines, reading and writing, on the sockets'
// thread; nothing here is called from elsewhere. A coroutine that throws ends
// its connection.
//
// Reading pauses while too many requests are in flight, and ends with the
// client's last byte, with an error that leaves the stream without a next line,
// or when the daemon stops. Then what is in flight is answered, and the
// connection closes. A client that does not read its replies is dropped, and
// one that has closed its end while some were still to come.
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
  // Reads no more, but for what is buffered; closes when all is answered.
  void Stop();
  // Closes at once.
  void Drop();
  // Closes at once, with an error for the client.
  void Dismiss(const Error& error);

  [[nodiscard]] std::uint32_t user() const noexcept { return user_; }

  // Whether the client has closed both directions: the session ends as soon as
  // it has noticed.
  [[nodiscard]] bool IsClientGone();

  // Since when the client has had nothing to wait for nor to lose: no request
  // in flight or begun, no reply to take, no upload. Nothing when it has.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> IdleSince()
      const;

 private:
  template <typename T>
  using Awaitable = boost::asio::awaitable<T>;
  using Clock = std::chrono::steady_clock;

  Awaitable<void> ReadRequests();
  Awaitable<void> ExecuteBufferedLines();
  Awaitable<void> Execute(std::string_view line);
  // Until the dispatcher takes the next request.
  Awaitable<void> Dispatch(std::shared_ptr<const Request> request);
  // From any thread.
  void EndWaiting();
  Awaitable<bool> Receive();
  Awaitable<void> WriteReplies();

  Reply MakeReply(std::optional<std::string> id);
  // Ends the process where it finds no memory: half of it may be done.
  void FinishRequest(std::string_view line) noexcept;
  void Queue(std::string_view line);
  // Has the writer finish when no more replies can come.
  void FinishIfDone();
  void DropWhenClientCloses();
  // Has work that the client does not go on with given up: now and then, for
  // as long as there is some.
  void WatchWork(Clock::time_point last_used);
  void DropStaleWork();
  void FailReading(const Error& error);
  void Spawn(Awaitable<void> (Session::*coroutine)());
  // `error`: what it threw, or null.
  void EndCoroutine(const std::exception_ptr& error);

  Socket socket_;
  const std::uint32_t user_;
  SessionContext& context_;
  std::function<void()> on_end_;
  std::shared_ptr<const MethodTable> methods_;
  const std::shared_ptr<MemoryBudget> receive_memory_;  // The user's.
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
  bool is_storing_ = false;  // A request before which the next must not begin.
  std::atomic<bool> is_dropped_{false};  // Replies look from other threads.
  bool is_first_byte_here_ = false;
  bool is_watching_work_ = false;
  bool is_receive_timed_out_ = false;
};

}  // namespace answerbox::daemon
