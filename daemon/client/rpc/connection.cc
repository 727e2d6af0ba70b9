#include "daemon/client/rpc/connection.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <variant>

namespace answerbox::client {
namespace {

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

bool IsHangUp(int error) { return error == EPIPE || error == ECONNRESET; }

}  // namespace

Outcome<Connection> Connection::Open(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return NoDaemon(path, ENAMETOOLONG);
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  platform::FileDescriptor socket(
      ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.is_open()) return NoDaemon(path, errno);
  int connected = 0;
  do {
    connected = connect(socket.get(), reinterpret_cast<sockaddr*>(&address),
                        sizeof address);
  } while (connected != 0 && errno == EINTR);
  if (connected != 0) return NoDaemon(path, errno);
  return Connection(std::move(socket), path);
}

// What the daemon said last, without being asked, is worth more than that it
// hung up.
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

Outcome<void> Connection::ReadSome() {
  std::array<char, 64u << 10> buffer;
  const ssize_t count =
      recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return {};
  if (count <= 0) return HungUp();
  if (received_.size() > kMaxReplyBytes) {
    return Failure{ExitCode::kDaemonFailed, "bad_reply",
                   "the daemon sends a line without end"};
  }
  received_.append(buffer.data(), static_cast<std::size_t>(count));
  return {};
}

Outcome<void> Connection::SendLine(std::string_view line) {
  while (!line.empty()) {
    pollfd ready{socket_.get(), POLLIN | POLLOUT, 0};
    if (poll(&ready, 1, -1) < 0) continue;  // A signal.
    if ((ready.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
      if (auto read = ReadSome(); !read) return read;
    }
    if ((ready.revents & POLLOUT) == 0) continue;
    const ssize_t count = send(socket_.get(), line.data(), line.size(),
                               MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count >= 0) {
      line.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EAGAIN && errno != EINTR && !IsHangUp(errno)) {
      return HungUp();
    }
    // After a hang-up the next read says so, behind the daemon's last words.
  }
  return {};
}

Outcome<std::uint64_t> Connection::Send(std::string_view method,
                                        const boost::json::object& params) {
  const std::uint64_t id = TakeId();
  if (auto sent = SendLine(RequestLine(id, method, params)); !sent) {
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
  failure.exit_code = ExitCode::kDaemonFailed;
  return failure;
}

Outcome<Message> Connection::Receive() {
  while (true) {
    const std::size_t end = received_.find('\n', searched_);
    if (end != std::string::npos) return TakeLine(end);
    searched_ = received_.size();
    pollfd ready{socket_.get(), POLLIN, 0};
    if (poll(&ready, 1, -1) < 0) continue;  // A signal.
    if (auto read = ReadSome(); !read) return read.error();
  }
}

Outcome<boost::json::value> Connection::Call(std::string_view method,
                                             const boost::json::object& params,
                                             const OnProgress& on_progress) {
  const Outcome<std::uint64_t> id = Send(method, params);
  if (!id) return id.error();
  while (true) {
    Outcome<Message> message = Receive();
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
