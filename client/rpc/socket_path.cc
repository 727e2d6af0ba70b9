#include "client/rpc/socket_path.h"

#include <unistd.h>

#include <cstdlib>

namespace answerbox::client {

std::string DefaultSocketPath() {
  if (const char* path = std::getenv("ANSWERBOX_SOCKET");
      path != nullptr && *path != '\0') {
    return path;
  }
  if (const char* folder = std::getenv("XDG_RUNTIME_DIR");
      folder != nullptr && *folder != '\0') {
    std::string path = std::string(folder) + "/answerbox.sock";
    if (access(path.c_str(), F_OK) == 0) return path;
  }
  return "/run/answerbox/answerbox.sock";
}

}  // namespace answerbox::client
