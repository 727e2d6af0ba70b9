#include "platform/service/listening_socket.h"

#include <unistd.h>

#include <cerrno>
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

}  // namespace answerbox::platform
