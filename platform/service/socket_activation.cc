#include "platform/service/socket_activation.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <utility>

namespace answerbox::platform {
namespace {

constexpr int kFirstDescriptor = 3;

bool HasOption(int socket, int option, int wanted) {
  int value = 0;
  socklen_t size = sizeof value;
  return ::getsockopt(socket, SOL_SOCKET, option, &value, &size) == 0 &&
         value == wanted;
}

// The variable is removed from the environment, because a child would otherwise
// take the descriptors for its own.
std::string TakeVariable(const char* name) {
  const char* value = std::getenv(name);
  std::string taken = value == nullptr ? "" : value;
  ::unsetenv(name);
  return taken;
}

Error Refused(int code, const std::string& what) {
  return {{code, boost::system::system_category()}, "socket activation", what};
}

// Names are separated by colons; no name contains one.
std::vector<std::string> SplitNames(const std::string& names) {
  std::vector<std::string> split(1);
  for (const char c : names) {
    if (c == ':') {
      split.emplace_back();
    } else {
      split.back() += c;
    }
  }
  return split;
}

}  // namespace

// LISTEN_PID says whether the variables are for this process. The number is
// bounded before any descriptor is taken: each one that is taken is closed at
// the end, and must be ours.
Result<std::vector<ActivatedSocket>> TakeActivatedSockets() {
  const std::string pid = TakeVariable("LISTEN_PID");
  const std::string fds = TakeVariable("LISTEN_FDS");
  const std::string names = TakeVariable("LISTEN_FDNAMES");
  std::vector<ActivatedSocket> taken;
  if (pid != std::to_string(::getpid()) || fds.empty()) return taken;
  std::size_t count = 0;
  const char* const end = fds.data() + fds.size();
  const auto read = std::from_chars(fds.data(), end, count);
  if (read.ec != std::errc() || read.ptr != end ||
      count > kMaxActivatedSockets) {
    return Refused(E2BIG, "LISTEN_FDS=" + fds);
  }
  std::vector<std::string> split(count, "unknown");
  if (!names.empty()) split = SplitNames(names);
  if (split.size() != count) {
    return Refused(EINVAL, "LISTEN_FDNAMES=" + names);
  }
  for (std::string& name : split) {
    const int number = kFirstDescriptor + static_cast<int>(taken.size());
    ::fcntl(number, F_SETFD, FD_CLOEXEC);
    taken.push_back({std::move(name), FileDescriptor(number)});
  }
  return taken;
}

// The unit's author may have named the wrong socket. Accepting on it would fail
// later, for a reason that is hard to understand.
Result<void> CheckListeningUnixStream(const FileDescriptor& socket) {
  const int number = socket.get();
  if (HasOption(number, SO_DOMAIN, AF_UNIX) &&
      HasOption(number, SO_TYPE, SOCK_STREAM) &&
      HasOption(number, SO_ACCEPTCONN, 1)) {
    return {};
  }
  return Refused(ENOTSOCK, "descriptor " + std::to_string(number) +
                               " (a listening Unix stream socket)");
}

Result<int> FamilyOfListeningTcp(const FileDescriptor& socket) {
  const int number = socket.get();
  for (const int family : {AF_INET, AF_INET6}) {
    if (HasOption(number, SO_DOMAIN, family) &&
        HasOption(number, SO_PROTOCOL, IPPROTO_TCP) &&
        HasOption(number, SO_ACCEPTCONN, 1)) {
      return family;
    }
  }
  return Refused(ENOTSOCK, "descriptor " + std::to_string(number) +
                               " (a listening TCP socket)");
}

}  // namespace answerbox::platform
