// Assigns the sockets that the service manager opened to the listeners, by the
// names that socket units give them (FileDescriptorName=).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "platform/file_descriptor.h"
#include "platform/service/socket_activation.h"

namespace answerbox::daemon {

// Element i of the result is the socket for names[i]; it is closed if none was
// passed. A single socket with another name, or without one, is for names[0],
// because units gave no names when there was only one listener.
//   names  of all listeners, at least one
// Errors: kInvalidParams: one of several has a name that no listener has, or
// two have the same.
[[nodiscard]] Result<std::vector<platform::FileDescriptor>> SortByName(
    std::vector<platform::ActivatedSocket> passed,
    std::span<const std::string_view> names);

}  // namespace answerbox::daemon
