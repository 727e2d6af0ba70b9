// Who is at the other end of a Unix socket, as the kernel knows it.
#pragma once

#include <sys/types.h>

#include "platform/error.h"

namespace answerbox::platform {

struct PeerCredentials {
  uid_t user = static_cast<uid_t>(-1);
  gid_t group = static_cast<gid_t>(-1);
  pid_t process = 0;  // 0: in a process name space we can't see into.
};

// The peer's credentials when it connected (SO_PEERCRED). They can't be forged,
// and do not change when the socket is handed to another process.
[[nodiscard]] Result<PeerCredentials> GetPeerCredentials(int socket);

}  // namespace answerbox::platform
