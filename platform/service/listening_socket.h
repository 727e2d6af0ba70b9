// A listening Unix stream socket at a path that we choose, the identity of
// those who connect to it, and sockets that the service manager opened.
#pragma once

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

// Addresses of Unix sockets.
struct UnixAddress {
  sockaddr_un value{};
  socklen_t size = 0;

  [[nodiscard]] const sockaddr* get() const noexcept {
    return reinterpret_cast<const sockaddr*>(&value);
  }
};

// The longest path that the kernel accepts, without its terminator.
inline constexpr std::size_t kMaxUnixPathBytes =
    sizeof(sockaddr_un::sun_path) - 1;

// Returns the address of a path in the file system or, for `@name`, in the
// abstract namespace. Nothing if `name` is empty or longer than
// kMaxUnixPathBytes.
[[nodiscard]] inline std::optional<UnixAddress> MakeUnixAddress(
    std::string_view name) noexcept {
  if (name.empty() || name.size() > kMaxUnixPathBytes) return std::nullopt;
  UnixAddress address;
  address.value.sun_family = AF_UNIX;
  std::ranges::copy(name, address.value.sun_path);
  const bool is_abstract = name.front() == '@';
  if (is_abstract) address.value.sun_path[0] = '\0';
  address.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) +
                                        name.size() + (is_abstract ? 0 : 1));
  return address;
}

class ListeningSocket {
 public:
  // Binds and listens at `path`. A socket file on which nobody listens, left by
  // a crash, is replaced; any other file is left alone.
  //   mode   permissions of the socket file, e.g. 0660; never wider, not even
  //          for a moment
  //   group  owner group by name; empty: the process's own
  // Errors: the path is longer than kMaxUnixPathBytes, its folder is missing,
  // another process listens there, it is not a socket, or there is no such
  // group. Changes the process's umask for a moment: call it before other
  // threads create files.
  [[nodiscard]] static Result<ListeningSocket> Open(
      const std::filesystem::path& path, mode_t mode, const std::string& group);

  // Takes over a socket that another program opened and will remove.
  explicit ListeningSocket(FileDescriptor socket) noexcept
      : socket_(std::move(socket)) {}

  ListeningSocket(ListeningSocket&&) noexcept;
  ListeningSocket& operator=(ListeningSocket&&) = delete;
  // Removes the socket file, unless it has been replaced by another one.
  ~ListeningSocket();

  [[nodiscard]] int number() const noexcept { return socket_.get(); }

 private:
  FileDescriptor socket_;
  std::filesystem::path path_;  // Empty: do not remove it.
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

// The process at the other end of a Unix socket, as the kernel reports it.
struct PeerCredentials {
  uid_t user = static_cast<uid_t>(-1);
  gid_t group = static_cast<gid_t>(-1);
  pid_t process = 0;  // 0: in a process namespace that this process cannot see.
};

// Returns the peer's credentials when it connected (SO_PEERCRED). They cannot
// be forged, and do not change when the socket is passed to another process.
[[nodiscard]] Result<PeerCredentials> GetPeerCredentials(int socket);

// Returns the number of the group `name`; nothing if there is no such group.
// Asks the system's name service. A static program reads only /etc/group,
// because name services are shared libraries of the system.
[[nodiscard]] std::optional<gid_t> FindGroup(const std::string& name);

// --- Sockets that the service manager opened for this process: the protocol of
// sd_listen_fds(3), three environment variables and file descriptors from 3 on.
// Without libsystemd, for the reason in notifier.h.

inline constexpr std::size_t kMaxActivatedSockets = 16;

struct ActivatedSocket {
  std::string
      name;  // FileDescriptorName= of its unit; "unknown" if there is none.
  FileDescriptor socket;
};

// The sockets that were passed to this process, in the order of LISTEN_FDNAMES.
// Clears the variables, so that child processes do not use them. Call once,
// before other threads are started.
// Errors: LISTEN_FDS is not a number up to kMaxActivatedSockets, or the number
// of names differs.
[[nodiscard]] Result<std::vector<ActivatedSocket>> TakeActivatedSockets();

// Errors: `socket` is not a listening Unix stream socket.
[[nodiscard]] Result<void> CheckListeningUnixStream(
    const FileDescriptor& socket);
// Returns AF_INET or AF_INET6. Errors: `socket` is not a listening TCP socket.
[[nodiscard]] Result<int> FamilyOfListeningTcp(const FileDescriptor& socket);

}  // namespace answerbox::platform
