#include "platform/service/listening_socket.h"

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

Error Refused(int code, const char* operation, std::string path) {
  return {{code, boost::system::system_category()}, operation, std::move(path)};
}

FileDescriptor NewSocket() {
  return FileDescriptor(
      ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

// Removes a socket file on which nobody listens. Only a refused connection
// shows that nobody listens, so that the file is a leftover. Anything but a
// socket is somebody's file, and stays.
Result<void> RemoveStale(const std::filesystem::path& path,
                         const UnixAddress& address) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return {};  // bind() will report it.
  if (!S_ISSOCK(status.st_mode)) return Refused(EEXIST, "listen at", path);
  const FileDescriptor probe = NewSocket();
  if (::connect(probe.get(), address.get(), address.size) == 0 ||
      errno != ECONNREFUSED) {
    return Refused(EADDRINUSE, "listen at", path);
  }
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
    return Refused(errno, "remove", path);
  }
  return {};
}

Result<void> GiveToGroup(const std::filesystem::path& path,
                         const std::string& group) {
  if (group.empty()) return {};
  const std::optional<gid_t> number = FindGroup(group);
  if (!number) return Refused(ENOENT, "find group", group);
  if (::chown(path.c_str(), static_cast<uid_t>(-1), *number) != 0) {
    return Refused(errno, "change the group of", path);
  }
  return {};
}

}  // namespace

Result<ListeningSocket> ListeningSocket::Open(const std::filesystem::path& path,
                                              mode_t mode,
                                              const std::string& group) {
  const std::optional<UnixAddress> address = MakeUnixAddress(path.native());
  if (!address) return Refused(ENAMETOOLONG, "listen at", path);
  if (auto removed = RemoveStale(path, *address); !removed) {
    return removed.error();
  }
  ListeningSocket listening(NewSocket());
  // Under this umask nobody can connect until group and mode are set.
  const mode_t former_mask = ::umask(0777);
  const int bound = ::bind(listening.number(), address->get(), address->size);
  const int bind_error = errno;
  ::umask(former_mask);
  if (bound != 0) return Refused(bind_error, "listen at", path);

  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return Refused(errno, "stat", path);
  listening.path_ = path;
  listening.device_ = status.st_dev;
  listening.inode_ = status.st_ino;
  if (auto given = GiveToGroup(path, group); !given) return given.error();
  if (::chmod(path.c_str(), mode) != 0) {
    return Refused(errno, "change the mode of", path);
  }
  if (::listen(listening.number(), SOMAXCONN) != 0) {
    return Refused(errno, "listen at", path);
  }
  return listening;
}

ListeningSocket::ListeningSocket(ListeningSocket&& other) noexcept
    : socket_(std::move(other.socket_)),
      path_(std::exchange(other.path_, {})),
      device_(other.device_),
      inode_(other.inode_) {}

// A new daemon may have put its own socket there already. Device and inode show
// whether the file is still ours.
ListeningSocket::~ListeningSocket() {
  struct stat status {};
  if (!path_.empty() && ::lstat(path_.c_str(), &status) == 0 &&
      status.st_dev == device_ && status.st_ino == inode_) {
    ::unlink(path_.c_str());
  }
}

// The kernel recorded SO_PEERCRED when the peer connected: the peer can't forge
// it.
Result<PeerCredentials> GetPeerCredentials(int socket) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) {
    return Error{{errno, boost::system::system_category()},
                 "read peer credentials of",
                 "socket " + std::to_string(socket)};
  }
  return PeerCredentials{credentials.uid, credentials.gid, credentials.pid};
}

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
