// Groups of users, by name.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace answerbox::platform {

// The number of the group `name`; nothing if there is no such group. Asks the
// system's name service. A static program reads only /etc/group, because name
// services are shared libraries of the system.
[[nodiscard]] std::optional<gid_t> FindGroup(const std::string& name);

}  // namespace answerbox::platform
