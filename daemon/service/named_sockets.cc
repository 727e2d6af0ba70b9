#include "daemon/service/named_sockets.h"

#include <algorithm>
#include <string>
#include <utility>

namespace answerbox::daemon {
namespace {

Error Misnamed(const std::string& what,
               std::span<const std::string_view> names) {
  std::string message = "can't take the service manager's sockets: " + what +
                        ". FileDescriptorName= of a socket unit is one of";
  for (const std::string_view name : names) {
    message += " \"" + std::string(name) + '"';
  }
  return {ErrorKind::kInvalidParams,
          message + ", and each name is there once."};
}

}  // namespace

Result<std::vector<platform::FileDescriptor>> SortByName(
    std::vector<platform::ActivatedSocket> passed,
    std::span<const std::string_view> names) {
  std::vector<platform::FileDescriptor> sorted(names.size());
  for (platform::ActivatedSocket& one : passed) {
    auto place = std::ranges::find(names, one.name);
    if (place == names.end() && passed.size() == 1) place = names.begin();
    if (place == names.end()) {
      return Misnamed("no listener is called \"" + one.name + '"', names);
    }
    auto& socket = sorted[static_cast<std::size_t>(place - names.begin())];
    if (socket.is_open()) {
      return Misnamed("two are called \"" + one.name + '"', names);
    }
    socket = std::move(one.socket);
  }
  return sorted;
}

}  // namespace answerbox::daemon
