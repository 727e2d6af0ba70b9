// Groups of users, by name.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace answerbox::platform {

// The number of the group `name`; nothing when there is no such group. Asks the
// system's name service. A static program has none, since name services are
// libraries of the system it runs on: it looks in /etc/group alone.
[[nodiscard]] std::optional<gid_t> FindGroup(const std::string& name);

}  // namespace answerbox::platform
