// A session's way out: replies come from any thread, wait in the queue of the
// session, and leave as fast as the client reads, or the client is dropped.
// (session.cc is the way in, from bytes to running requests.)
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "daemon/protocol/reply.h"
#include "daemon/protocol/unix_socket/session.h"
#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
constexpr std::string_view kUnreadReplies =
    "dropped a client that does not read its replies";

// The journal gets what a person has to look into; the rest is the client's.
void LogFault(std::string_view method, const Error& error) {
  if (error.kind != ErrorKind::kInternal && error.kind != ErrorKind::kStorage &&
      error.kind != ErrorKind::kCorrupt) {
    return;
  }
  std::string message(method);
  message += ": " + error.message;
  if (error.kind == ErrorKind::kCorrupt) {
    message += " (" + error.subject + ", " + error.field + ")";
  }
  platform::Log(platform::Priority::kError, message);
}

}  // namespace

Reply Session::MakeReply(std::optional<std::string> id,
                         std::string_view method) {
  ++in_flight_;
  const auto self = shared_from_this();
  const auto executor = socket_.get_executor();
  return Reply(
      [self, executor, id, method](Result<std::string> result) {
        if (!result) LogFault(method, result.error());
        std::string line;
        if (id) {
          line = result ? ResultLine(*id, *result)
                        : ErrorLine(*id, result.error());
        }
        asio::dispatch(executor, [self, line = std::move(line)] {
          self->FinishRequest(line);
        });
      },
      [self, executor, id](std::uint64_t done, std::uint64_t total) {
        if (!id) return;
        asio::dispatch(executor, [self, line = ProgressLine(*id, done, total)] {
          self->Queue(line);
        });
      });
}

void Session::FinishRequest(std::string_view line) {
  --in_flight_;
  last_used_ = Clock::now();
  reader_wakeup_.cancel();
  Queue(line);
}

void Session::Queue(std::string_view line) {
  if (is_dropped_) return;
  switch (replies_.Append(line)) {
    case ReplyQueue::Outcome::kAdded:
      writer_wakeup_.cancel();
      return;
    case ReplyQueue::Outcome::kQueueFull:
      platform::Log(platform::Priority::kNotice, kUnreadReplies);
      break;
    case ReplyQueue::Outcome::kBudgetFull:
      platform::Log(platform::Priority::kNotice,
                    "dropped a client: its reply found no room in "
                    "max_connection_memory_bytes");
      break;
  }
  Drop();
}

asio::awaitable<void> Session::WriteReplies() {
  while (!is_dropped_) {
    if (replies_.empty()) {
      if (!is_reading_ && in_flight_ == 0) break;
      co_await Sleep(writer_wakeup_);
    } else {
      const bool is_written = co_await WriteSome(replies_.Front());
      if (!is_written) break;
    }
  }
  Drop();
  replies_.Free();
  EndCoroutine();
}

// False when the client is gone or does not read.
asio::awaitable<bool> Session::WriteSome(std::string_view bytes) {
  write_deadline_.expires_after(context_.bounds.reply_timeout);
  write_deadline_.async_wait([self = shared_from_this()](error_code error) {
    if (error || Clock::now() < self->write_deadline_.expiry()) return;
    platform::Log(platform::Priority::kNotice, kUnreadReplies);
    self->Drop();
  });
  auto [error, size] = co_await socket_.async_write_some(
      asio::buffer(bytes.data(), bytes.size()), kAwait);
  write_deadline_.cancel();
  if (error) co_return false;
  replies_.Consume(size);
  last_used_ = Clock::now();
  reader_wakeup_.cancel();
  co_return true;
}

}  // namespace answerbox::daemon
