// The model server, where the options name one: whether it can be reached.
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "client/doctor/box.h"
#include "daemon/cascade/codec/model_address.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {
namespace {

using daemon::ModelAddress;

constexpr const char* kModel = "model";
constexpr int kPatienceMs = 2000;

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;
};

// ParseModelAddress has checked the host, and the length of a path.
SocketAddress AddressOf(const ModelAddress& address) {
  SocketAddress made;
  if (address.kind == ModelAddress::Kind::kUnixSocket) {
    sockaddr_un local{};
    local.sun_family = AF_UNIX;
    std::memcpy(local.sun_path, address.socket.data(),
                std::min(address.socket.size(), sizeof local.sun_path - 1));
    made.size = sizeof local;
    // An abstract name begins with a zero byte, and ends where it ends.
    if (local.sun_path[0] == '@') {
      local.sun_path[0] = '\0';
      made.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) +
                                         address.socket.size());
    }
    std::memcpy(&made.storage, &local, sizeof local);
    return made;
  }
  sockaddr_in6 six{};
  if (::inet_pton(AF_INET6, address.host.c_str(), &six.sin6_addr) == 1) {
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(address.port);
    std::memcpy(&made.storage, &six, made.size = sizeof six);
    return made;
  }
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = htons(address.port);
  // "localhost" stands for it, too.
  if (::inet_pton(AF_INET, address.host.c_str(), &four.sin_addr) != 1) {
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  }
  std::memcpy(&made.storage, &four, made.size = sizeof four);
  return made;
}

// Returns errno of connecting, within kPatienceMs; 0: connected.
int TryToConnect(const SocketAddress& address) {
  const platform::FileDescriptor socket(
      ::socket(address.storage.ss_family,
               SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (socket.get() < 0) return errno;
  if (::connect(socket.get(),
                reinterpret_cast<const sockaddr*>(&address.storage),
                address.size) == 0) {
    return 0;
  }
  if (errno != EINPROGRESS && errno != EAGAIN) return errno;
  pollfd waiting{socket.get(), POLLOUT, 0};
  if (::poll(&waiting, 1, kPatienceMs) <= 0) return ETIMEDOUT;
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size);
  return error;
}

}  // namespace

void CheckModel(Box& box, Findings& found) {
  const std::string& text = box.options.model.server;
  if (text.empty()) return;
  const auto address = daemon::ParseModelAddress(text);
  if (!address) return;  // It is a fault of the options.
  int error = 0;
  if (address->kind == ModelAddress::Kind::kCommand) {
    error = ::access(address->words[0].c_str(), X_OK) == 0 ? 0 : errno;
  } else {
    error = TryToConnect(AddressOf(*address));
  }
  if (error == 0) return found.Ok(kModel, text + " can be reached");
  if (error == EACCES && ::geteuid() != 0) return found.Unread(text);
  found.Warning(
      kModel,
      text + " can't be reached: " + std::generic_category().message(error),
      "start it (\"systemctl start answerbox-model\"), or empty the "
      "option model_server; answers come without it meanwhile");
}

}  // namespace answerbox::client
