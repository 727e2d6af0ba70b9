#include <grp.h>

#include <array>

#include "platform/service/listening_socket.h"

namespace answerbox::platform {

std::optional<gid_t> FindGroup(const std::string& name) {
  std::array<char, 4096> buffer{};
  struct group entry {};
  struct group* found = nullptr;
  ::getgrnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found);
  if (found == nullptr) return std::nullopt;
  return found->gr_gid;
}

}  // namespace answerbox::platform
