// Sockets that the service manager opened for us: sd_listen_fds(3), two
// environment variables and file descriptors from 3 on. Without libsystemd, for
// the reason given in notifier.h.
#pragma once

#include <optional>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

// The listening Unix stream socket that was passed to this process; nothing
// when none was. Clears the variables, so that no child takes them as meant for
// it. Call once, early, from one thread.
// Errors: more than one descriptor, or not a listening Unix stream socket.
[[nodiscard]] Result<std::optional<FileDescriptor>> TakeActivatedSocket();

}  // namespace answerbox::platform
