// Sockets that the service manager opened for this process: the protocol of
// sd_listen_fds(3), three environment variables and file descriptors from 3 on.
// Without libsystemd, for the reason in notifier.h.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

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
