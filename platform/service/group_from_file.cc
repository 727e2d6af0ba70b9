#include <grp.h>

#include <cstdio>
#include <memory>

#include "platform/service/listening_socket.h"

namespace answerbox::platform {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

// getgrnam(3) would load shared libraries, which may be missing for a static
// program.
std::optional<gid_t> FindGroup(const std::string& name) {
  const std::unique_ptr<std::FILE, CloseFile> groups(
      std::fopen("/etc/group", "re"));
  if (groups == nullptr) return std::nullopt;
  while (const struct group* entry = ::fgetgrent(groups.get())) {
    if (name == entry->gr_name) return entry->gr_gid;
  }
  return std::nullopt;
}

}  // namespace answerbox::platform
