#include "platform/service/socket_activation.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

namespace answerbox::platform {
namespace {

constexpr int kFirstDescriptor = 3;

bool HasOption(int socket, int option, int wanted) {
  int value = 0;
  socklen_t size = sizeof value;
  return ::getsockopt(socket, SOL_SOCKET, option, &value, &size) == 0 &&
         value == wanted;
}

bool IsListeningUnixStream(int socket) {
  return HasOption(socket, SO_DOMAIN, AF_UNIX) &&
         HasOption(socket, SO_TYPE, SOCK_STREAM) &&
         HasOption(socket, SO_ACCEPTCONN, 1);
}

std::string TakeVariable(const char* name) {
  const char* value = std::getenv(name);
  std::string taken = value == nullptr ? "" : value;
  ::unsetenv(name);
  return taken;
}

Error Refused(int code, const std::string& what) {
  return {{code, boost::system::system_category()}, "socket activation", what};
}

}  // namespace

Result<std::optional<FileDescriptor>> TakeActivatedSocket() {
  const std::string pid = TakeVariable("LISTEN_PID");
  const std::string count = TakeVariable("LISTEN_FDS");
  ::unsetenv("LISTEN_FDNAMES");
  if (pid != std::to_string(::getpid()) || count.empty() || count == "0") {
    return std::optional<FileDescriptor>();
  }
  if (count != "1") return Refused(E2BIG, "LISTEN_FDS=" + count);
  FileDescriptor socket(kFirstDescriptor);
  if (!IsListeningUnixStream(socket.get())) {
    return Refused(ENOTSOCK, "descriptor 3 (a listening Unix stream socket)");
  }
  ::fcntl(socket.get(), F_SETFD, FD_CLOEXEC);
  return std::optional<FileDescriptor>(std::move(socket));
}

}  // namespace answerbox::platform
