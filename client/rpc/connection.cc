#include "client/rpc/connection.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <system_error>
#include <thread>
#include <utility>
#include <variant>

namespace answerbox::client {
namespace {

// The three causes that people meet, each with what to do; the rest in the
// system's words.
Failure NoDaemon(const std::string& path, int error) {
  std::string message;
  switch (error) {
    case ENOENT:
    case ECONNREFUSED:
      message = "no daemon at " + path +
                ": start it with \"systemctl start answerboxd\" or "
                "\"answerboxd --state-dir DIR --socket " +
                path + "\"";
      break;
    case EACCES:
      message = "no permission to use " + path +
                ": ask for your user to be added to the socket's group";
      break;
    default:
      message = "can't connect to " + path + ": " +
                std::generic_category().message(error);
  }
  return {ExitCode::kNoDaemon, "no_daemon", std::move(message)};
}

Failure NoReply(const std::string& path, std::chrono::milliseconds waited) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%g",
                static_cast<double>(waited.count()) / 1000);
  return {ExitCode::kNoDaemon, "no_reply",
          "the daemon at " + path + " has said nothing for " + seconds +
              " s and may be stopped: see \"systemctl status answerboxd\", "
              "then try again, or wait longer with --timeout. What it was "
              "asked for may still be done when it goes on"};
}

bool IsHangUp(int error) { return error == EPIPE || error == ECONNRESET; }

timeval ToTimeval(std::chrono::milliseconds time) {
  timeval value{};
  value.tv_sec = static_cast<time_t>(time.count() / 1000);
  value.tv_usec = static_cast<suseconds_t>(time.count() % 1000 * 1000);
  return value;
}

}  // namespace

Work WorkOf(std::string_view method) noexcept {
  // All other methods may take long: they wait for the one thread that writes,
  // or they compact, verify or calibrate.
  constexpr std::string_view kShort[] = {"ask",
                                         "status",
                                         "documents.list",
                                         "documents.text",
                                         "collections.list",
                                         "audit.head",
                                         "energy.sensors",
                                         "energy.status",
                                         "energy.question",
                                         "energy.report"};
  return std::find(std::begin(kShort), std::end(kShort), method) ==
                 std::end(kShort)
             ? Work::kLong
             : Work::kShort;
}

std::string DefaultSocketPath() {
  if (const char* path = std::getenv("ANSWERBOX_SOCKET");
      path != nullptr && *path != '\0') {
    return path;
  }
  if (const char* folder = std::getenv("XDG_RUNTIME_DIR");
      folder != nullptr && *folder != '\0') {
    std::string path = std::string(folder) + "/answerbox.sock";
    if (access(path.c_str(), F_OK) == 0) return path;
  }
  return "/run/answerbox/answerbox.sock";
}

Outcome<Connection> Connection::Open(const std::string& path,
                                     std::optional<SilenceLimits> limits) {
  Connection connection(path, std::move(limits));
  if (auto connected = connection.Connect(); !connected) {
    return connected.error();
  }
  return connection;
}

Outcome<void> Connection::Connect() {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path_.size() >= sizeof address.sun_path) {
    return NoDaemon(path_, ENAMETOOLONG);
  }
  std::memcpy(address.sun_path, path_.data(), path_.size());
  socket_ = platform::FileDescriptor(
      ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket_.is_open()) return NoDaemon(path_, errno);
  const Clock::time_point begun = Clock::now();
  while (true) {
    const auto next =
        NoteSilence(std::chrono::duration_cast<Time>(Clock::now() - begun));
    if (!next) return next.error();
    // A daemon that accepts no connections lets us in while its queue has room.
    const timeval timeout = ToTimeval(next->value_or(std::chrono::hours(1)));
    setsockopt(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, &timeout,
               sizeof timeout);
    if (connect(socket_.get(), reinterpret_cast<sockaddr*>(&address),
                sizeof address) == 0) {
      return {};
    }
    // EAGAIN: the daemon's queue of connections is full, or our timeout has
    // passed; NoteSilence decides whether to try on.
    if (errno != EINTR && errno != EAGAIN) return NoDaemon(path_, errno);
  }
}

// What the daemon said last, without being asked, tells more than that it hung
// up.
Failure Connection::HungUp() {
  for (std::size_t end = received_.find('\n'); end != std::string::npos;
       end = received_.find('\n')) {
    if (const Outcome<Message> last = TakeLine(end); !last) {
      return last.error();
    }
  }
  return {ExitCode::kDaemonFailed, "connection_lost",
          "the daemon at " + path_ +
              " closed the connection: see its journal, then try again"};
}

// The notice comes once per connection, the giving up whenever the daemon is
// silent for that long. The time of the next look is the nearer of the two.
Outcome<std::optional<Connection::Time>> Connection::NoteSilence(Time silence) {
  constexpr Time kLeast{1};
  silence += silence_before_;
  if (!limits_) return std::optional<Time>();
  if (limits_->give_up && silence >= *limits_->give_up) {
    return NoReply(path_, *limits_->give_up);
  }
  if (!noticed_ && silence >= limits_->notice) {
    noticed_ = true;
    if (limits_->on_notice) limits_->on_notice();
  }
  std::optional<Time> next;
  if (limits_->give_up) next = *limits_->give_up - silence;
  if (!noticed_) {
    next = std::min(next.value_or(limits_->notice), limits_->notice - silence);
  }
  if (next) next = std::max(*next, kLeast);
  return next;
}

// So short a line is sent whole or not at all. When it cannot be sent, the
// daemon reads nothing and will give no sign.
void Connection::AskForSignOfLife() {
  const std::string line = RequestLine(kSignOfLife, "status", {});
  const ssize_t count = send(socket_.get(), line.data(), line.size(),
                             MSG_DONTWAIT | MSG_NOSIGNAL);
  static_cast<void>(count);
}

Outcome<short> Connection::Await(short events, Work work) {
  const Clock::time_point begun = Clock::now();
  // Long work is given the time that the last sign of life is worth; short work
  // needs none, as its reply is the sign.
  const Time trusted = work == Work::kLong ? trusted_ : Time(0);
  bool asked = work == Work::kShort || !limits_;
  while (true) {
    const auto quiet = std::chrono::duration_cast<Time>(Clock::now() - begun);
    const auto noted = NoteSilence(std::max(quiet - trusted, Time(0)));
    if (!noted) return noted.error();
    std::optional<Time> next = *noted;
    if (next) *next += std::max(trusted - quiet, Time(0));
    if (!asked) {
      // Asks early enough for the answer to come before the notice.
      const Time due = trusted + limits_->notice / 2;
      if (quiet >= due) {
        AskForSignOfLife();
        asked = true;
      } else {
        next = std::min(next.value_or(due), due - quiet);
      }
    }
    pollfd ready{socket_.get(), events, 0};
    // Data that has come counts, however late this looks.
    if (poll(&ready, 1, next ? static_cast<int>(next->count()) : -1) > 0) {
      return short{ready.revents};
    }
  }
}

Outcome<void> Connection::ReadSome() {
  std::array<char, 64u << 10> buffer;
  const ssize_t count =
      recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return {};
  if (count <= 0) {
    // The kernel says so if the daemon left unread what we sent.
    is_unread_ = is_unread_ || (count < 0 && errno == ECONNRESET);
    return HungUp();
  }
  silence_before_ = Time(0);
  // Checked before more is read: received_ holds at most one line and one
  // buffer over the bound.
  if (received_.size() > kMaxReplyBytes) {
    return Failure{ExitCode::kDaemonFailed, "bad_reply",
                   "the daemon sends a line without end"};
  }
  received_.append(buffer.data(), static_cast<std::size_t>(count));
  return {};
}

Outcome<void> Connection::SendLine(std::string_view line) {
  while (!line.empty()) {
    const Outcome<short> ready = Await(POLLIN | POLLOUT, Work::kShort);
    if (!ready) return ready.error();
    // Reads while it sends: a daemon whose replies nobody reads stops reading
    // requests.
    if ((*ready & (POLLIN | POLLHUP | POLLERR)) != 0) {
      if (auto read = ReadSome(); !read) return read;
    }
    if ((*ready & POLLOUT) == 0) continue;
    const ssize_t count = send(socket_.get(), line.data(), line.size(),
                               MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count >= 0) {
      line.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EAGAIN && errno != EINTR && !IsHangUp(errno)) {
      return HungUp();
    }
    // After a hang-up the next read reports it, after the daemon's last words.
  }
  return {};
}

Outcome<std::uint64_t> Connection::Send(std::string_view method,
                                        const boost::json::object& params) {
  const std::uint64_t id = TakeId();
  if (auto sent = SendLine(RequestLine(id, method, params)); !sent) {
    is_unread_ = true;
    return sent.error();
  }
  return id;
}

Outcome<Message> Connection::TakeLine(std::size_t end) {
  Outcome<Message> message =
      ParseMessage(std::string_view(received_).substr(0, end));
  received_.erase(0, end + 1);
  searched_ = 0;
  if (!message || message->id) return message;
  auto* error = std::get_if<RemoteError>(&message->content);
  if (error == nullptr) return message;
  Failure failure = FailureFrom(std::move(*error));
  // Whatever its kind, it ends the connection, and so is no fault of one input.
  failure.exit_code = ExitCode::kDaemonFailed;
  failure.ends_connection = true;
  return failure;
}

Outcome<Message> Connection::Receive(Work work) {
  while (true) {
    // Each byte is searched once, however many pieces a reply of 32 MiB comes
    // in.
    const std::size_t end = received_.find('\n', searched_);
    if (end != std::string::npos) {
      Outcome<Message> message = TakeLine(end);
      if (!message || message->id != kSignOfLife) return message;
      trusted_ = kTrustAfterSign;
      continue;
    }
    searched_ = received_.size();
    if (const auto ready = Await(POLLIN, work); !ready) return ready.error();
    if (auto read = ReadSome(); !read) return read.error();
  }
}

// Connects to the daemon that comes after one that hung up. During long work, a
// request for a sign of life may be what was not read.
bool Connection::IsWorthAnother(const Failure& failure, Work work,
                                Time silence) {
  if (failure.kind != "connection_lost" || !is_unread_) return false;
  if (work != Work::kShort || std::exchange(has_reconnected_, true)) {
    return false;
  }
  silence_before_ = silence;
  received_.clear();
  searched_ = 0;
  return Connect().has_value();
}

// Pauses double, so that many clients of a busy daemon ask it seldom.
Outcome<boost::json::value> Connection::CallPatiently(
    std::string_view method, const boost::json::object& params) {
  constexpr Time kFirstPause{100};
  constexpr Time kLongestPause{2'000};
  std::optional<Clock::time_point> end;
  if (limits_ && limits_->give_up) end = Clock::now() + *limits_->give_up;
  for (Time pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
    const Clock::time_point begun = Clock::now();
    auto result = Call(method, params);
    if (!result && IsWorthAnother(result.error(), WorkOf(method),
                                  std::chrono::duration_cast<Time>(
                                      Clock::now() - begun))) {
      continue;
    }
    const bool is_busy = !result && result.error().kind == "busy" &&
                         !result.error().ends_connection;
    if (!is_busy) return result;
    if (end && Clock::now() + pause > *end) {
      Failure late = result.error();
      late.exit_code = ExitCode::kNoDaemon;
      return late;
    }
    std::this_thread::sleep_for(pause);
  }
}

Outcome<boost::json::value> Connection::Call(std::string_view method,
                                             const boost::json::object& params,
                                             const OnProgress& on_progress) {
  const Outcome<std::uint64_t> id = Send(method, params);
  if (!id) return id.error();
  while (true) {
    Outcome<Message> message = Receive(WorkOf(method));
    if (!message) return message.error();
    if (message->id != *id) continue;
    if (auto* progress = std::get_if<RemoteProgress>(&message->content)) {
      if (on_progress) on_progress(*progress);
      continue;
    }
    if (auto* error = std::get_if<RemoteError>(&message->content)) {
      return FailureFrom(std::move(*error));
    }
    return std::get<boost::json::value>(std::move(message->content));
  }
}

}  // namespace answerbox::client
