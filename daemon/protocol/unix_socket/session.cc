#include "daemon/protocol/unix_socket/session.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "daemon/protocol/reply.h"
#include "daemon/protocol/unix_socket/fault_log.h"

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

Session::Session(Socket socket, const Caller& caller, SessionContext& context,
                 std::function<void()> on_end)
    : socket_(std::move(socket)),
      context_(context),
      on_end_(std::move(on_end)),
      methods_(
          std::make_shared<const MethodTable>(context.make_methods(caller))),
      lines_(context.bounds.line_bytes, context.receive_memory),
      writer_(std::make_shared<ReplyWriter>(socket_, context,
                                            [this] {
                                              last_used_ = Clock::now();
                                              reader_wakeup_.cancel();
                                            })),
      receive_deadline_(socket_.get_executor()),
      reader_wakeup_(socket_.get_executor()) {}

void Session::Start() {
  running_coroutines_ = 2;
  last_used_ = Clock::now();
  error_code ignored;
  socket_.non_blocking(true, ignored);
  const auto self = shared_from_this();
  const auto executor = socket_.get_executor();
  asio::co_spawn(
      executor, [self] { return self->ReadRequests(); }, asio::detached);
  asio::co_spawn(
      executor, [self] { return self->WriteReplies(); }, asio::detached);
}

void Session::Stop() {
  is_stopping_ = true;
  cancel_receive_.emit(kTerminal);
}

void Session::Drop() {
  is_dropped_ = true;
  is_reading_ = false;
  error_code ignored;
  socket_.close(ignored);
  reader_wakeup_.cancel();
  writer_->Stop();
}

void Session::Dismiss(const Error& error) {
  const std::string line = ErrorLine("null", error);
  error_code ignored;
  socket_.write_some(asio::buffer(line), ignored);
  Drop();
}

std::optional<Session::Clock::time_point> Session::IdleSince() const {
  error_code ignored;
  const bool is_in_use = in_flight_ != 0 || writer_->bytes() != 0 ||
                         lines_.HasPartialLine() ||
                         socket_.available(ignored) != 0;
  if (is_in_use || !is_reading_ || is_stopping_) return std::nullopt;
  if (methods_->holds_work && methods_->holds_work()) return std::nullopt;
  return last_used_;
}

void Session::EndCoroutine() {
  if (--running_coroutines_ != 0) return;
  methods_.reset();
  on_end_();
}

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
  EndCoroutine();
}

// The end of its requests is not the end of a client that still reads: only
// when both directions are shut does the kernel report a hangup.
void Session::DropWhenClientCloses() {
  if (is_dropped_ || in_flight_ == 0) return;
  socket_.async_wait(Socket::wait_error,
                     [self = shared_from_this()](error_code error) {
                       if (!error) self->Drop();
                     });
}

asio::awaitable<void> Session::ExecuteBufferedLines() {
  while (is_reading_) {
    // Replies that wait slow a client down before they drop it.
    while (!is_dropped_ &&
           (in_flight_ >= context_.bounds.in_flight ||
            writer_->bytes() > context_.bounds.reply_bytes / 4)) {
      // Until a reply has left or the session is dropped.
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
    if (!IsBlank(**line)) co_await Execute(**line);
  }
}

// Waits for bytes and buffers them; false when no more will be read.
asio::awaitable<bool> Session::Receive() {
  if (is_stopping_) co_return false;
  if (lines_.HasPartialLine() && !line_deadline_) {
    line_deadline_ = Clock::now() + context_.bounds.line_timeout;
  }
  lines_.FreeIfEmpty();
  if (line_deadline_) {
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
  auto [wait_error] = co_await socket_.async_wait(
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
  const Result<std::span<char>> room = lines_.PrepareRead();
  if (!room) {
    FailReading(room.error());
    co_return false;
  }
  error_code error = wait_error;
  const std::size_t size =
      error
          ? 0
          : socket_.read_some(asio::buffer(room->data(), room->size()), error);
  lines_.Commit(size);
  if (error == asio::error::would_block) co_return true;
  if (error && lines_.HasPartialLine()) {
    FailReading({ErrorKind::kParseError,
                 "The connection ended within a line: every request ends with "
                 "a line feed."});
  }
  // The deadline of the first byte gives way to that of its line.
  if (!is_first_byte_here_) line_deadline_.reset();
  is_first_byte_here_ = true;
  co_return !error;
}

void Session::FailReading(const Error& error) {
  is_reading_ = false;
  Queue(ErrorLine("null", error));
}

asio::awaitable<void> Session::Execute(std::string_view line) {
  last_used_ = Clock::now();
  auto request =
      ReadRequest(line, context_.bounds.nesting, context_.receive_memory);
  // A large line's memory is free again before the request begins to work.
  lines_.FreeIfEmpty();
  if (!request) {
    if (request.error().id) {
      Queue(ErrorLine(*request.error().id, request.error().error));
    }
    co_return;
  }
  const std::string_view name = (*request)->method();
  const Method* const method = FindMethod(name);
  if (is_stopping_ || method == nullptr) {
    if (!(*request)->id()) co_return;
    const Error error =
        is_stopping_
            ? Error{ErrorKind::kShuttingDown,
                    "The daemon is stopping; try again when it is back."}
            : Error{ErrorKind::kUnknownMethod,
                    "There is no method of that name; docs/socket-protocol.md "
                    "lists them."};
    Queue(ErrorLine(*(*request)->id(), error));
    co_return;
  }
  co_await Run(std::move(*request), *method);
}

const Method* Session::FindMethod(std::string_view name) const {
  const auto& methods = methods_->methods;
  const auto found = std::ranges::find(methods, name, &Method::name);
  return found == methods.end() ? nullptr : &*found;
}

asio::awaitable<void> Session::Run(std::shared_ptr<Request> request,
                                   const Method& method) {
  const Reply reply = MakeReply(request->id(), method.name);
  switch (method.lane) {
    case Lane::kInline:
      method.run(request->params(), reply);
      break;
    case Lane::kQuestion:
      RunQuestion(std::move(request), method, reply);
      break;
    case Lane::kStorage:
      co_await asio::co_spawn(
          context_.storage_thread.get_executor(),
          [&]() -> asio::awaitable<void> {
            method.run(request->params(), reply);
            co_return;
          },
          asio::use_awaitable);
      break;
  }
}

void Session::RunQuestion(std::shared_ptr<Request> request,
                          const Method& method, const Reply& reply) {
  std::atomic<std::size_t>& in_flight = context_.activity.questions_in_flight;
  if (in_flight >= context_.bounds.questions) {
    reply.Send(
        Error{ErrorKind::kBusy, "The daemon answers " +
                                    std::to_string(context_.bounds.questions) +
                                    " questions at once; try again."});
    return;
  }
  ++in_flight;
  // The question is over before its reply leaves: whoever has the reply may ask
  // the next one.
  const Reply last_reply(
      [reply, &in_flight](Result<std::string> result) {
        --in_flight;
        reply.Send(std::move(result));
      },
      [reply](const WorkDone& work) { reply.Progress(work); },
      [reply] { return reply.is_awaited(); });
  asio::post(context_.question_threads,
             [methods = methods_, request = std::move(request), &method,
              last_reply] { method.run(request->params(), last_reply); });
}

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
      [self, executor, id](const WorkDone& work) {
        if (!id) return;
        asio::dispatch(executor, [self, line = ProgressLine(*id, work)] {
          self->Queue(line);
        });
      },
      [self] { return !self->is_dropped_; });
}

void Session::FinishRequest(std::string_view line) {
  --in_flight_;
  last_used_ = Clock::now();
  reader_wakeup_.cancel();
  Queue(line);
  FinishIfDone();
}

void Session::Queue(std::string_view line) {
  if (!is_dropped_ && !writer_->Queue(line)) Drop();
}

void Session::FinishIfDone() {
  if (!is_reading_ && in_flight_ == 0) writer_->Finish();
}

asio::awaitable<void> Session::WriteReplies() {
  co_await writer_->Run();
  Drop();
  EndCoroutine();
}

}  // namespace answerbox::daemon
