#include "daemon/protocol/http/tcp/http_connection.h"

#include <string.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <new>
#include <string>

#include "daemon/dispatch/fault_log.h"

namespace answerbox::daemon::http {
namespace {

namespace asio = boost::asio;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
// How long, and how much, is read after the last reply.
constexpr std::chrono::seconds kLingerTime{2};
constexpr std::size_t kLingerBytes = std::size_t{256} << 10;

std::chrono::sys_seconds ClockNow() {
  return std::chrono::floor<std::chrono::seconds>(
      std::chrono::system_clock::now());
}

}  // namespace

HttpConnection::HttpConnection(ClientStream stream, NetworkPeer peer,
                               ConnectionContext& context,
                               std::shared_ptr<void> held,
                               std::function<void()> on_end)
    : stream_(std::move(stream)),
      context_(context),
      client_{std::move(peer), is_tls(),
              std::make_shared<Waiting>(socket().get_executor())},
      held_(std::move(held)),
      on_end_(std::move(on_end)),
      deadline_timer_(socket().get_executor()),
      idle_since_(Clock::now()) {}

HttpConnection::Tcp::socket& HttpConnection::socket() {
  return is_tls() ? std::get<1>(stream_)->next_layer() : std::get<0>(stream_);
}

void HttpConnection::Start() {
  if (is_dropped_) return;
  is_handshaking_ = is_tls();
  is_running_ = true;
  try {
    asio::co_spawn(
        socket().get_executor(),
        [self = shared_from_this()] { return self->Run(); },
        [self = shared_from_this()](const std::exception_ptr& error) {
          if (error) LogThrown("dropped a connection", error);
          self->is_running_ = false;
          self->Drop();
        });
  } catch (const std::bad_alloc&) {
    is_running_ = false;
    Drop();
  }
}

void HttpConnection::WhenPeerSpeaks(std::function<void()> call) {
  AwaitFirstRecord(socket(),
                   [self = shared_from_this(), call = std::move(call)] {
                     if (!self->is_dropped_) call();
                   });
}

std::optional<HttpConnection::Clock::time_point>
HttpConnection::awaits_peer_since() const noexcept {
  if (!is_tls()) return std::nullopt;
  return std::get<1>(stream_)->awaits_peer_since();
}

// What is under way ends with an error then, and the coroutine with it.
void HttpConnection::Drop() {
  is_dropped_ = true;
  idle_since_.reset();
  ErrorCode ignored;
  socket().close(ignored);
  ClearDeadline();
  client_.waiting->End();
  if (!is_running_) End();
}

void HttpConnection::End() {
  held_.reset();
  if (on_end_) std::exchange(on_end_, nullptr)();
}

void HttpConnection::Stop() {
  if (idle_since_) Drop();
}

asio::awaitable<void> HttpConnection::Run() {
  const bool is_open = co_await ShakeHands();
  if (!is_open) co_return;
  bool goes_on = true;
  while (goes_on && !is_dropped_) goes_on = co_await ServeNext();
  if (!is_dropped_) co_await Linger();
}

asio::awaitable<bool> HttpConnection::ShakeHands() {
  if (!is_tls()) co_return true;
  const auto [error] = co_await std::get<1>(stream_)->async_handshake(kAwait);
  is_handshaking_ = false;
  if (on_handshake_end_) std::exchange(on_handshake_end_, nullptr)(error);
  co_return !error && !is_dropped_;
}

asio::awaitable<bool> HttpConnection::ServeNext() {
  RequestReader reader(context_.settings.body_bytes);
  std::optional<TakenBytes> taken;
  const bool has_head = co_await ReadHead(reader, taken);
  if (!has_head) co_return false;
  // From now on, replies fit what the head says.
  const RequestHead& head = reader.head();
  const bool has_content = head.method != verb::head;
  std::optional<Response> refused = context_.site.CheckHead(head, client_);
  if (refused) {
    // A body that nobody wants is not read.
    const bool is_whole = reader.state() == RequestReader::State::kWhole;
    const bool keeps_alive = head.keeps_alive && is_whole && !refused->closes;
    co_return co_await Send(std::move(*refused), keeps_alive, has_content);
  }
  const bool has_body = co_await ReadBody(reader);
  if (!has_body) co_return false;
  co_return co_await ServeWhole(reader);
}

asio::awaitable<bool> HttpConnection::ServeWhole(RequestReader& reader) {
  const RequestHead& head = reader.head();
  const bool is_upgrade = head.wants_web_socket &&
                          head.path == kWebSocketPath && context_.take_upgrade;
  if (is_upgrade) {
    if (begin_ < end_) {
      co_return co_await Refuse(
          {status::bad_request, "Wait for the reply before you send more."});
    }
    HandOver(reader);
    co_return false;
  }
  ClearDeadline();
  // A client that has closed its sending direction may still want the reply,
  // and one that has left can't be told from it.
  std::optional<Response> response =
      co_await context_.site.Serve(reader, client_);
  if (!response) co_return false;
  co_return co_await Send(std::move(*response), head.keeps_alive,
                          head.method != verb::head);
}

// A client that has just connected takes a place: it has less time than one
// that was served.
asio::awaitable<bool> HttpConnection::ReadHead(
    RequestReader& reader, std::optional<TakenBytes>& taken) {
  const HttpSettings& settings = context_.settings;
  has_begun_ = begin_ < end_;
  idle_since_ = Clock::now();
  SetDeadline(served_ == 0 ? settings.head_time : settings.idle);
  if (!has_begun_) {
    if (context_.is_stopping) co_return false;
    const bool is_here = co_await Fill();
    if (!is_here) co_return false;
    has_begun_ = true;
  }
  idle_since_.reset();
  begun_ = Clock::now();
  SetDeadline(settings.head_time);
  const bool has_memory = co_await TakeMemory(kRequestBytes, taken);
  if (!has_memory) {
    co_return co_await Refuse(
        {status::service_unavailable,
         "The memory that connections share is used up; try again."});
  }
  co_return co_await ReadInto(reader);
}

// One that was dropped gives its memory back when its operations have returned,
// which takes some turns of the sockets' thread.
asio::awaitable<bool> HttpConnection::TakeMemory(
    std::size_t bytes, std::optional<TakenBytes>& taken) {
  constexpr int kMostTurns = 8;
  // An idle one has less than a request takes.
  constexpr std::size_t kMostDropped = kRequestBytes / kConnectionBytes + 1;
  taken.emplace(context_.memory, bytes);
  for (std::size_t dropped = 0; dropped < kMostDropped; ++dropped) {
    if (taken->is_taken() || !context_.make_room(*this)) break;
    for (int turn = 0; turn < kMostTurns && !taken->is_taken(); ++turn) {
      co_await asio::post(socket().get_executor(), kAwait);
      taken.emplace(context_.memory, bytes);
    }
  }
  co_return taken->is_taken() && !is_dropped_;
}

asio::awaitable<bool> HttpConnection::ReadBody(RequestReader& reader) {
  if (reader.state() != RequestReader::State::kBody) co_return true;
  const BodyRoom room = context_.site.RoomForBody(reader.head(), client_);
  reader.ReserveBody(room.most_bytes, room.budget);
  if (reader.state() == RequestReader::State::kRefused) {
    co_return co_await Refuse(reader.refusal());
  }
  SetDeadline(context_.settings.body_time);
  if (reader.head().expects_continue && begin_ == end_) {
    const bool is_taken = co_await Write("HTTP/1.1 100 Continue\r\n\r\n");
    if (!is_taken) co_return false;
  }
  co_return co_await ReadInto(reader);
}

asio::awaitable<bool> HttpConnection::ReadInto(RequestReader& reader) {
  using State = RequestReader::State;
  const State before = reader.state();
  while (reader.state() == before) {
    if (begin_ == end_) {
      const bool is_here = co_await Fill();
      if (!is_here && is_late_) {
        co_return co_await Refuse(
            {status::request_timeout, "The request did not come in time."});
      }
      if (!is_here) co_return false;
    }
    begin_ += reader.Put({input_.data() + begin_, end_ - begin_});
  }
  if (reader.state() != State::kRefused) co_return true;
  co_return co_await Refuse(reader.refusal());
}

asio::awaitable<HttpConnection::Moved> HttpConnection::ReadSome() {
  const auto room = asio::buffer(input_);
  if (is_tls()) return std::get<1>(stream_)->async_read_some(room, kAwait);
  return std::get<0>(stream_).async_read_some(room, kAwait);
}

asio::awaitable<HttpConnection::Moved> HttpConnection::WriteSome(
    std::string_view bytes) {
  const auto from = asio::buffer(bytes.data(), bytes.size());
  if (is_tls()) return std::get<1>(stream_)->async_write_some(from, kAwait);
  return std::get<0>(stream_).async_write_some(from, kAwait);
}

asio::awaitable<bool> HttpConnection::Fill() {
  // What came before may have held a password or a cookie.
  ::explicit_bzero(input_.data(), end_);
  begin_ = end_ = 0;
  if (is_over_ || is_late_ || is_dropped_) co_return false;
  awaits_client_ = true;
  const auto [error, size] = co_await ReadSome();
  awaits_client_ = false;
  end_ = size;
  if (error && !is_late_) is_over_ = true;
  co_return !error && !is_dropped_;
}

asio::awaitable<bool> HttpConnection::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    awaits_client_ = true;
    const auto [error, size] = co_await WriteSome(bytes);
    awaits_client_ = false;
    if (error || is_late_ || is_dropped_) {
      Drop();
      co_return false;
    }
    bytes.remove_prefix(size);
  }
  co_return true;
}

// Replies of clients that do not read them are bounded, as all that waits.
asio::awaitable<bool> HttpConnection::Send(Response response, bool keeps_alive,
                                           bool has_content) {
  std::optional<TakenBytes> taken;
  const bool has_memory = co_await TakeMemory(response.body.size() + 1, taken);
  if (!has_memory) {
    response =
        RefusalOf({status::service_unavailable,
                   "The memory that replies share is used up; try again."},
                  response.content_type == kJson);
  }
  ++served_;
  keeps_alive = keeps_alive && !context_.is_stopping;
  SetDeadline(context_.settings.reply_time);
  std::string head = HeadOf(response, {!keeps_alive, ClockNow()});
  const bool is_one_piece = response.content().size() <= input_.size();
  if (has_content && is_one_piece) head += response.content();
  bool is_taken = co_await Write(head);
  if (is_taken && has_content && !is_one_piece) {
    is_taken = co_await Write(response.content());
  }
  ::explicit_bzero(head.data(), head.size());
  ClearDeadline();
  co_return is_taken&& keeps_alive;
}

asio::awaitable<bool> HttpConnection::Refuse(const Refusal& refusal) {
  Response response = RefusalOf(refusal, true);
  co_await Send(std::move(response), false, true);
  co_return false;
}

asio::awaitable<void> HttpConnection::Linger() {
  SetDeadline(kLingerTime);
  if (is_tls()) {
    co_await std::get<1>(stream_)->async_shutdown(kAwait);
  }
  ErrorCode ignored;
  if (!is_dropped_) socket().shutdown(Tcp::socket::shutdown_send, ignored);
  std::size_t read = 0;
  bool is_more = !is_over_;
  while (is_more && read < kLingerBytes) {
    is_more = co_await Fill();
    read += end_;
  }
}

void HttpConnection::HandOver(const RequestReader& reader) {
  ClearDeadline();
  Upgrade upgrade{std::move(stream_), reader.message().base(), client_.peer,
                  std::move(held_)};
  // What is left here is a closed socket.
  const auto executor = client_.waiting->executor();
  stream_.emplace<Tcp::socket>(executor);
  is_dropped_ = true;
  context_.take_upgrade(std::move(upgrade));
}

// A timer that was due when it was cancelled still comes: the deadline tells
// whether it counts.
void HttpConnection::SetDeadline(std::chrono::milliseconds time) {
  is_late_ = false;
  deadline_ = Clock::now() + time;
  deadline_timer_.expires_at(*deadline_);
  deadline_timer_.async_wait([self = shared_from_this()](ErrorCode error) {
    if (error || !self->deadline_ || Clock::now() < *self->deadline_) return;
    self->is_late_ = true;
    ErrorCode ignored;
    self->socket().cancel(ignored);
  });
}

void HttpConnection::ClearDeadline() {
  deadline_.reset();
  deadline_timer_.cancel();
}

}  // namespace answerbox::daemon::http
