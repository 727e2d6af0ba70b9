#include "platform/file/standard_descriptors.h"

#include <fcntl.h>
#include <unistd.h>

namespace answerbox::platform {

// O_PATH, so that a write fails as it does to a closed descriptor: /dev/null
// would make lost output look written. Without O_CLOEXEC, as the programs that
// this one starts have the same three.
bool OccupyStandardDescriptors() noexcept {
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number) {
    if (::fcntl(number, F_GETFD) != -1) continue;
    // The lowest free number is this one: those below it are open.
    if (::open("/", O_PATH) != number) return false;
  }
  return true;
}

}  // namespace answerbox::platform
