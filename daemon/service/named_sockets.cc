#include "daemon/service/named_sockets.h"

#include <algorithm>
#include <string>
#include <utility>

namespace answerbox::daemon {
namespace {

Error Misnamed(const std::string& what, std::span<const ListenerName> names) {
  std::string message = "can't take the service manager's sockets: " + what +
                        ". FileDescriptorName= of a socket unit is one of";
  for (const ListenerName& one : names) {
    message += " \"" + std::string(one.name) + "\" (" +
               (one.most == 1 ? "one socket)" : "several sockets)");
  }
  return {ErrorKind::kInvalidParams, message + "."};
}

}  // namespace

Result<std::vector<std::vector<platform::FileDescriptor>>> SortByName(
    std::vector<platform::ActivatedSocket> passed,
    std::span<const ListenerName> names) {
  std::vector<std::vector<platform::FileDescriptor>> sorted(names.size());
  for (platform::ActivatedSocket& one : passed) {
    auto place = std::ranges::find(names, one.name, &ListenerName::name);
    if (place == names.end() && passed.size() == 1) place = names.begin();
    if (place == names.end()) {
      return Misnamed("no listener is called \"" + one.name + '"', names);
    }
    auto& sockets = sorted[static_cast<std::size_t>(place - names.begin())];
    if (sockets.size() == place->most) {
      return Misnamed("too many are called \"" + one.name + '"', names);
    }
    sockets.push_back(std::move(one.socket));
  }
  return sorted;
}

}  // namespace answerbox::daemon
