// Sockets that the service manager opened for us: sd_listen_fds(3), three
// environment variables and file descriptors from 3 on. Without libsystemd, for
// the reason given in notifier.h.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

inline constexpr std::size_t kMaxActivatedSockets = 16;

struct ActivatedSocket {
  std::string name;  // FileDescriptorName= of its unit; "unknown": untold.
  FileDescriptor socket;
};

// What was passed to this process, in the order of LISTEN_FDNAMES; perhaps
// nothing. Clears the variables, so that no child takes them as meant for it.
// Call once, early, from one thread.
// Errors: LISTEN_FDS is no number up to kMaxActivatedSockets, or there are not
// as many names.
[[nodiscard]] Result<std::vector<ActivatedSocket>> TakeActivatedSockets();

// Errors: `socket` is not a listening Unix stream socket.
[[nodiscard]] Result<void> CheckListeningUnixStream(
    const FileDescriptor& socket);

}  // namespace answerbox::platform
