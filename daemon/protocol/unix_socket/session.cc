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
#include <exception>
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

// One budget for all connections of a user, so that whoever opens many of them
// gets no larger share. It lives as long as one of them, or a request of
// theirs; what is forgotten here is only the weak pointer.
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

// What was taken already stays taken: a smaller share only refuses more until
// enough was given back.
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

// A coroutine that can't be made for want of memory ends the session like one
// that has thrown: on_end_ is called once in either case.
void Session::Start() {
  const auto self = shared_from_this();
  last_used_ = Clock::now();
  error_code ignored;
  socket_.non_blocking(true, ignored);
  // Counts this function, so that the session can't end in it.
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

// Each coroutine holds the session. The count, not the last pointer, says when
// both are over: replies of requests that still run hold the session too, and
// its place in the server's list must not wait for them.
void Session::Spawn(Awaitable<void> (Session::*coroutine)()) {
  asio::co_spawn(
      socket_.get_executor(),
      [self = shared_from_this(), coroutine] { return ((*self).*coroutine)(); },
      [self = shared_from_this()](const std::exception_ptr& error) {
        self->EndCoroutine(error);
      });
  ++running_coroutines_;
}

// Ends the wait for bytes. What was received before is still answered.
void Session::Stop() {
  is_stopping_ = true;
  cancel_receive_.emit(kTerminal);
}

// Closing the socket ends whatever waits for it. The members stay until both
// coroutines have noticed.
void Session::Drop() {
  is_dropped_ = true;
  is_reading_ = false;
  error_code ignored;
  socket_.close(ignored);
  reader_wakeup_.cancel();
  writer_->Stop();
}

// Idle sessions have nothing queued, so the send buffer takes the line at once.
// Where it does not, the client sees the end of the connection alone.
void Session::Dismiss(const Error& error) {
  const std::string line = ErrorLine("null", error);
  error_code ignored;
  socket_.write_some(asio::buffer(line), ignored);
  Drop();
}

// poll(2) reports a hangup without being asked for events. Asio would tell it
// later: its handlers wait for their turn behind new connections, and those
// would be refused in the meantime.
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
  // An upload between two of its parts looks idle, and is not.
  if (methods_->holds_work && methods_->holds_work()) return std::nullopt;
  return last_used_;
}

void Session::EndCoroutine(const std::exception_ptr& error) {
  if (error) {
    LogThrown("dropped a connection", error);
    Drop();
  }
  // The methods hold the uploads of this connection. They go now, although a
  // request under way may hold the session for long.
  if (--running_coroutines_ != 0) return;
  methods_.reset();
  work_watch_.cancel();
  on_end_();
}

// The first line has a deadline from the start: a client that connects and says
// nothing takes a place that others may need.
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
// directions. A client that has only ended its requests may still read.
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

// The blocking lane keeps the order, so requests that came before this moment
// count, however long they waited for the disk.
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

// One line after the other, in the order in which they came. A client that
// sends faster than it is answered waits in its socket's buffer, where it takes
// none of our memory.
//
// Storing requests of one connection keep their order: the next line is not
// looked at before the one that is being stored has returned. Others need not
// wait for each other, and may be answered in any order.
asio::awaitable<void> Session::ExecuteBufferedLines() {
  while (is_reading_ || is_storing_) {
    // Many waiting replies delay the client's next request before they get it
    // dropped.
    while (is_storing_ ||
           (!is_dropped_ &&
            (in_flight_ >= context_.bounds.in_flight ||
             writer_->bytes() > context_.bounds.reply_bytes / 4))) {
      // Waits until a request has returned, a reply has left, or the session is
      // dropped. What is stored is waited for even then: it calls back.
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

// Waits for bytes and buffers them. False when no more will be read.
asio::awaitable<bool> Session::Receive() {
  if (is_stopping_) co_return false;
  if (lines_.HasPartialLine() && !line_deadline_) {
    line_deadline_ = Clock::now() + context_.bounds.line_timeout;
  }
  // An idle connection holds no buffer: room is made when bytes are there.
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
    // The line may have come while this call was under way.
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
  // The deadline for the first byte ends; its line gets its own.
  if (!is_first_byte_here_) line_deadline_.reset();
  is_first_byte_here_ = true;
  return !error;
}

// After such an error nobody knows where the next line begins, so nothing more
// is read. The id of the request is not known either: null (JSON-RPC 2.0,
// section 5).
void Session::FailReading(const Error& error) {
  is_reading_ = false;
  writer_->Queue(ErrorLine("null", error));
}

// `line` points into the buffer, and is read before the buffer is freed: the
// request has copied what it needs.
void Session::Execute(std::string_view line) {
  last_used_ = Clock::now();
  auto read = ReadRequest(line, context_.bounds.nesting, receive_memory_);
  // Frees the memory of a large line before its request runs.
  lines_.FreeIfEmpty();
  if (!read) {
    if (read.error().id) {
      writer_->Queue(ErrorLine(*read.error().id, read.error().error));
    }
    return;
  }
  const Reply reply = MakeReply((*read)->id());
  // `this` stays valid: the dispatcher calls back before the coroutine ends.
  const Turn turn = context_.dispatcher.Dispatch(
      methods_, std::move(*read), reply, [this] { EndWaiting(); });
  is_storing_ = turn == Turn::kWaiting;
}

// Called on the thread of a lane. The session is touched on its own thread
// alone.
void Session::EndWaiting() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    self->is_storing_ = false;
    self->reader_wakeup_.cancel();
  });
}

// The reply may be sent from any thread, and after the connection has ended.
// Its callbacks hold the session, so that there always is one to tell.
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

// The writer ends after the last reply, and with it the session. As long as
// lines may come, it waits for more.
void Session::FinishIfDone() {
  if (!is_reading_ && in_flight_ == 0) writer_->Finish();
}

asio::awaitable<void> Session::WriteReplies() {
  co_await writer_->Run();
  Drop();
}

}  // namespace answerbox::daemon
