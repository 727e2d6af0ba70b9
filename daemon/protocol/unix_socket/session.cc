#include "daemon/protocol/unix_socket/session.h"

#include <poll.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <new>
#include <utility>

#include "daemon/dispatch/fault_log.h"
#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
constexpr auto kTerminal = asio::cancellation_type::terminal;

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

// All connections of a user share one budget, so that opening many of them
// gives no larger share. The budget lives as long as one of them, or one of
// their requests. Only expired weak pointers are removed here.
std::shared_ptr<MemoryBudget> SessionContext::ReceiveMemoryOf(
    std::uint32_t user) {
  std::erase_if(user_receive_memory,
                [](const auto& known) { return known.second.expired(); });
  std::weak_ptr<MemoryBudget>& known = user_receive_memory[user];
  std::shared_ptr<MemoryBudget> part = known.lock();
  if (part == nullptr) {
    part = std::make_shared<MemoryBudget>(bounds.receive_bytes_of(user),
                                          receive_memory);
    known = part;
  }
  return part;
}

// Taken memory stays taken. A smaller share only refuses more until enough was
// given back.
void SessionContext::ChangeBounds(const SessionBounds& changed) {
  bounds = changed;
  for (const auto& [user, known] : user_receive_memory) {
    if (const auto part = known.lock()) {
      part->SetLimit(bounds.receive_bytes_of(user));
    }
  }
}

Session::Session(Socket socket, const Identity& caller, SessionContext& context,
                 std::function<void()> on_end)
    : socket_(std::move(socket)),
      user_(caller.uid()),
      context_(context),
      on_end_(std::move(on_end)),
      methods_(
          std::make_shared<const MethodTable>(context.make_methods(caller))),
      receive_memory_(context.ReceiveMemoryOf(user_)),
      lines_(context.bounds.line_bytes, context.bounds.own_line_bytes(),
             *receive_memory_),
      writer_(std::make_shared<ReplyWriter>(
          socket_, context,
          [this] {
            last_used_ = Clock::now();
            reader_wakeup_.cancel();
          },
          [this] { Drop(); })),
      receive_deadline_(socket_.get_executor()),
      reader_wakeup_(socket_.get_executor()),
      work_watch_(socket_.get_executor()) {}

// If a coroutine can't be made for lack of memory, the session ends as if the
// coroutine had thrown: on_end_ is called once in either case.
void Session::Start() {
  const auto self = shared_from_this();
  last_used_ = Clock::now();
  error_code ignored;
  socket_.non_blocking(true, ignored);
  // This function counts as a coroutine, so that the session can't end in it.
  running_coroutines_ = 1;
  std::exception_ptr error;
  try {
    Spawn(&Session::ReadRequests);
    Spawn(&Session::WriteReplies);
  } catch (const std::bad_alloc&) {
    error = std::current_exception();
  }
  EndCoroutine(error);
}

// Each coroutine holds the session. The count decides when both are over, not
// the last pointer: replies of requests that still run hold the session too,
// and its place in the server's list must not wait for them.
void Session::Spawn(Awaitable<void> (Session::*coroutine)()) {
  asio::co_spawn(
      socket_.get_executor(),
      [self = shared_from_this(), coroutine] { return ((*self).*coroutine)(); },
      [self = shared_from_this()](const std::exception_ptr& error) {
        self->EndCoroutine(error);
      });
  ++running_coroutines_;
}

// Ends the wait for bytes. Requests received before are still answered.
void Session::Stop() {
  is_stopping_ = true;
  cancel_receive_.emit(kTerminal);
}

// Closing the socket ends every wait for it. The members stay until both
// coroutines have noticed.
void Session::Drop() {
  is_dropped_ = true;
  is_reading_ = false;
  error_code ignored;
  socket_.close(ignored);
  reader_wakeup_.cancel();
  writer_->Stop();
}

// An idle session has nothing queued, so the send buffer accepts the line at
// once. If it does not, the client only sees the connection close.
void Session::Dismiss(const Error& error) {
  const std::string line = ErrorLine("null", error);
  error_code ignored;
  socket_.write_some(asio::buffer(line), ignored);
  Drop();
}

// poll(2) reports a hangup even if no events are asked for. Asio would report
// it later, as its handlers wait behind new connections, which would be refused
// in the meantime.
bool Session::IsClientGone() {
  pollfd hangup{.fd = socket_.native_handle(), .events = 0, .revents = 0};
  return is_dropped_ || (::poll(&hangup, 1, 0) == 1 && hangup.revents != 0);
}

// Bytes that wait in the kernel count as use: dismissing their sender would
// lose a request that it believes to have sent.
std::optional<Session::Clock::time_point> Session::IdleSince() const {
  error_code ignored;
  const bool is_in_use = in_flight_ != 0 || writer_->bytes() != 0 ||
                         lines_.HasPartialLine() ||
                         socket_.available(ignored) != 0;
  if (is_in_use || !is_reading_ || is_stopping_) return std::nullopt;
  // An upload looks idle between two of its parts, but is not.
  if (methods_->holds_work && methods_->holds_work()) return std::nullopt;
  return last_used_;
}

void Session::EndCoroutine(const std::exception_ptr& error) {
  if (error) {
    LogThrown("dropped a connection", error);
    Drop();
  }
  // The methods hold the uploads of this connection. They are released now,
  // although a request under way may hold the session for long.
  if (--running_coroutines_ != 0) return;
  methods_.reset();
  work_watch_.cancel();
  on_end_();
}

// The first line has a deadline from the start: a silent client takes a place
// that others may need.
asio::awaitable<void> Session::ReadRequests() {
  line_deadline_ = Clock::now() + context_.bounds.line_timeout;
  while (is_reading_) {
    // Has a name because GCC 12 compiles `if (!co_await ...)` wrongly under the
    // sanitizers.
    const bool is_more_to_come = co_await Receive();
    if (!is_more_to_come) break;
    co_await ExecuteBufferedLines();
  }
  is_reading_ = false;
  lines_.Free();
  FinishIfDone();
  DropWhenClientCloses();
}

// Waits for a hangup, which the kernel reports when the client has closed both
// directions. A client that has closed only its sending direction may still
// read.
void Session::DropWhenClientCloses() {
  if (is_dropped_ || in_flight_ == 0) return;
  socket_.async_wait(Socket::wait_error,
                     [self = shared_from_this()](error_code error) {
                       if (!error) self->Drop();
                     });
}

// The timer runs only while there is something to drop, so that an idle session
// costs nothing.
void Session::WatchWork(Clock::time_point last_used) {
  if (is_watching_work_ || !methods_ || !methods_->holds_work ||
      !methods_->holds_work() || !methods_->drop_stale_work) {
    return;
  }
  is_watching_work_ = true;
  work_watch_.expires_at(last_used + context_.bounds.upload_idle);
  work_watch_.async_wait([self = shared_from_this()](error_code error) {
    if (!error) self->DropStaleWork();
  });
}

// The blocking lane keeps the order. So requests that came before this moment
// are handled first, however long they waited for the disk.
void Session::DropStaleWork() {
  if (!methods_) return;
  context_.dispatcher.DropStaleWork(
      methods_, Clock::now() - context_.bounds.upload_idle,
      [self = shared_from_this(), executor = socket_.get_executor()](
          std::optional<Clock::time_point> oldest) {
        asio::post(executor, [self, oldest] {
          self->is_watching_work_ = false;
          if (oldest) self->WatchWork(*oldest);
        });
      });
}

// Executes one line after the other, in their order. If a client sends faster
// than it is answered, its bytes wait in its socket's buffer, where they take
// none of our memory.
//
// Storing requests of one connection keep their order: the next line is not
// read before the request that stores has returned. Other requests need not
// wait for each other, and may be answered in any order.
asio::awaitable<void> Session::ExecuteBufferedLines() {
  while (is_reading_ || is_storing_) {
    // A client with many waiting replies is first slowed down: its next request
    // waits. Only later is it dropped.
    while (is_storing_ ||
           (!is_dropped_ &&
            (in_flight_ >= context_.bounds.in_flight ||
             writer_->bytes() > context_.bounds.reply_bytes / 4))) {
      // Waits until a request has returned, a reply has left, or the session is
      // dropped. A storing request is awaited even then, because it calls back.
      reader_wakeup_.expires_at(Clock::time_point::max());
      co_await reader_wakeup_.async_wait(kAwait);
    }
    if (is_dropped_) co_return;
    const Result<std::optional<std::string_view>> line = lines_.NextLine();
    if (!line) {
      FailReading(line.error());
      co_return;
    }
    if (!*line) co_return;
    line_deadline_.reset();
    if (!IsBlank(**line)) Execute(**line);
  }
}

// Waits for bytes and buffers them. Returns false when no more will be read.
asio::awaitable<bool> Session::Receive() {
  if (is_stopping_) co_return false;
  if (lines_.HasPartialLine() && !line_deadline_) {
    line_deadline_ = Clock::now() + context_.bounds.line_timeout;
  }
  // An idle connection holds no buffer. Room is made when bytes arrive.
  lines_.FreeIfEmpty();
  if (line_deadline_) SetReceiveDeadline();
  auto [error] = co_await socket_.async_wait(
      Socket::wait_read,
      asio::bind_cancellation_slot(cancel_receive_.slot(), kAwait));
  receive_deadline_.cancel();
  if (is_dropped_ || is_stopping_) co_return false;
  if (is_receive_timed_out_) {
    FailReading({ErrorKind::kTimeout,
                 "No whole line came within " +
                     std::to_string(context_.bounds.line_timeout.count()) +
                     " ms."});
    co_return false;
  }
  co_return ReadAvailable(error);
}

void Session::SetReceiveDeadline() {
  receive_deadline_.expires_at(*line_deadline_);
  receive_deadline_.async_wait([self = shared_from_this()](error_code error) {
    // The line may have arrived before this handler runs.
    if (error || !self->line_deadline_ ||
        Clock::now() < *self->line_deadline_) {
      return;
    }
    self->is_receive_timed_out_ = true;
    self->cancel_receive_.emit(kTerminal);
  });
}

bool Session::ReadAvailable(error_code error) {
  const Result<std::span<char>> room = lines_.PrepareRead();
  if (!room) {
    FailReading(room.error());
    return false;
  }
  std::size_t size = 0;
  if (!error) {
    size = socket_.read_some(asio::buffer(room->data(), room->size()), error);
  }
  lines_.Commit(size);
  if (error == asio::error::would_block) return true;
  if (error && lines_.HasPartialLine()) {
    FailReading({ErrorKind::kParseError,
                 "The connection ended within a line: every request ends with "
                 "a line feed."});
  }
  // The deadline for the first byte ends; the rest of its line gets another
  // one.
  if (!is_first_byte_here_) line_deadline_.reset();
  is_first_byte_here_ = true;
  return !error;
}

// After such an error nobody knows where the next line begins, so nothing more
// is read. The request's id is unknown too, so it is null (JSON-RPC 2.0,
// section 5).
void Session::FailReading(const Error& error) {
  is_reading_ = false;
  writer_->Queue(ErrorLine("null", error));
}

// `line` points into the buffer, and is read before the buffer is freed. The
// request copies what it needs.
void Session::Execute(std::string_view line) {
  last_used_ = Clock::now();
  auto read = ReadRequest(line, context_.bounds.nesting, receive_memory_);
  // This frees the memory of a large line before its request runs.
  lines_.FreeIfEmpty();
  if (!read) {
    if (read.error().id) {
      writer_->Queue(ErrorLine(*read.error().id, read.error().error));
    }
    return;
  }
  const Reply reply = MakeReply((*read)->id());
  // `this` stays valid, as the dispatcher calls back before the coroutine ends.
  const Turn turn = context_.dispatcher.Dispatch(
      methods_, std::move(*read), reply, [this] { EndWaiting(); });
  is_storing_ = turn == Turn::kWaiting;
}

// Called on a lane's thread. Only the session's own thread may touch the
// session.
void Session::EndWaiting() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    self->is_storing_ = false;
    self->reader_wakeup_.cancel();
  });
}

// The reply may be sent from any thread, and after the connection has ended.
// Its callbacks hold the session, so that it still exists then.
Reply Session::MakeReply(std::optional<std::string> id) {
  const auto self = shared_from_this();
  const auto executor = socket_.get_executor();
  Reply made(
      [self, executor, id](Result<std::string> result) {
        std::optional<ReplyLine> line;
        if (id) line.emplace(*id, std::move(result));
        asio::dispatch(executor, [self, line = std::move(line)] {
          self->FinishRequest(line);
        });
      },
      [self, executor, id](const WorkDone& work) {
        if (!id) return;
        asio::dispatch(executor, [self, line = ProgressLine(*id, work)] {
          self->writer_->Queue(line);
        });
      },
      [self] { return !self->is_dropped_; });
  ++in_flight_;  // The reply subtracts it, however the request ends.
  return made;
}

void Session::FinishRequest(const std::optional<ReplyLine>& line) noexcept {
  --in_flight_;
  last_used_ = Clock::now();
  reader_wakeup_.cancel();
  if (line) writer_->Queue(line->pieces());
  WatchWork(last_used_);
  FinishIfDone();
}

// The writer ends after the last reply, and the session ends with it. While
// lines may come, the writer waits.
void Session::FinishIfDone() {
  if (!is_reading_ && in_flight_ == 0) writer_->Finish();
}

asio::awaitable<void> Session::WriteReplies() {
  co_await writer_->Run();
  Drop();
}

}  // namespace answerbox::daemon
