// Assigns the sockets that the service manager opened to the listeners, by the
// names that socket units give them (FileDescriptorName=).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "platform/file_descriptor.h"
#include "platform/service/listening_socket.h"

namespace answerbox::daemon {

struct ListenerName {
  std::string_view name;
  std::size_t most = 1;  // Sockets that may have it.
};

// Element i of the result has the sockets for names[i], in their order. A
// single socket with a name that no listener has, or without one, is for
// names[0], because units gave no names when there was only one listener.
//   names  of all listeners, at least one
// Errors: kInvalidParams: one of several has a name that no listener has, or
// more have a name than may.
[[nodiscard]] Result<std::vector<std::vector<platform::FileDescriptor>>>
SortByName(std::vector<platform::ActivatedSocket> passed,
           std::span<const ListenerName> names);

}  // namespace answerbox::daemon
