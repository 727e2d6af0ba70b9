// The process at the other end of a Unix socket, as the kernel reports it.
#pragma once

#include <sys/types.h>

#include "platform/error.h"

namespace answerbox::platform {

struct PeerCredentials {
  uid_t user = static_cast<uid_t>(-1);
  gid_t group = static_cast<gid_t>(-1);
  pid_t process = 0;  // 0: in a process namespace that this process cannot see.
};

// The peer's credentials when it connected (SO_PEERCRED). They cannot be
// forged, and do not change when the socket is passed to another process.
[[nodiscard]] Result<PeerCredentials> GetPeerCredentials(int socket);

}  // namespace answerbox::platform
