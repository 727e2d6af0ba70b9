#include "platform/service/peer_credentials.h"

#include <sys/socket.h>

#include <cerrno>
#include <string>

namespace answerbox::platform {

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
