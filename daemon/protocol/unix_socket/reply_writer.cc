#include "daemon/protocol/unix_socket/reply_writer.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

void LogDropped(std::string_view message) {
  platform::Log(platform::Priority::kNotice, message);
}

}  // namespace

ReplyWriter::ReplyWriter(Socket& socket, SessionContext& context,
                         std::function<void()> on_written)
    : socket_(socket),
      timeout_(context.bounds.reply_timeout),
      on_written_(std::move(on_written)),
      queue_(context.bounds.reply_bytes, context.bounds.own_reply_bytes(),
             context.memory),
      deadline_(socket.get_executor()),
      wakeup_(socket.get_executor()) {}

bool ReplyWriter::Queue(std::string_view line) {
  switch (queue_.Append(line)) {
    case ReplyQueue::Outcome::kAdded:
      wakeup_.cancel();
      return true;
    case ReplyQueue::Outcome::kQueueFull:
      LogDropped("dropped a client that does not read its replies");
      return false;
    case ReplyQueue::Outcome::kBudgetFull:
      LogDropped(
          "dropped a client: its reply found no room in "
          "max_connection_memory_bytes");
      return false;
  }
  return false;
}

void ReplyWriter::Finish() {
  is_finishing_ = true;
  wakeup_.cancel();
}

void ReplyWriter::Stop() {
  is_stopped_ = true;
  wakeup_.cancel();
}

asio::awaitable<void> ReplyWriter::Run() {
  while (!is_stopped_) {
    if (!queue_.empty()) {
      // Has a name because GCC 12 compiles `if (!co_await ...)` wrongly under
      // the sanitizers.
      const bool is_written = co_await WriteSome(queue_.Front());
      if (!is_written) break;
      on_written_();
    } else if (is_finishing_) {
      break;
    } else {
      // Waits until Queue, Finish or Stop.
      wakeup_.expires_at(Clock::time_point::max());
      co_await wakeup_.async_wait(kAwait);
    }
  }
  is_stopped_ = true;
  queue_.Free();
}

// False when the client has gone or does not read.
asio::awaitable<bool> ReplyWriter::WriteSome(std::string_view bytes) {
  deadline_.expires_after(timeout_);
  deadline_.async_wait([self = shared_from_this()](error_code error) {
    // The write may have ended while this call was under way.
    if (error || Clock::now() < self->deadline_.expiry()) return;
    self->is_timed_out_ = true;
    self->cancel_write_.emit(asio::cancellation_type::terminal);
  });
  auto [error, size] = co_await socket_.async_write_some(
      asio::buffer(bytes.data(), bytes.size()),
      asio::bind_cancellation_slot(cancel_write_.slot(), kAwait));
  deadline_.cancel();
  if (error) {
    if (is_timed_out_) {
      LogDropped("dropped a client that does not read its replies");
    }
    co_return false;
  }
  queue_.Consume(size);
  co_return true;
}

}  // namespace answerbox::daemon
