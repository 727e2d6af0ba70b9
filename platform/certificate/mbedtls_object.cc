#include "platform/certificate/mbedtls_object.h"

#include <mbedtls/entropy.h>
#include <sys/random.h>

#include <cerrno>

namespace answerbox::platform {

// getrandom(2) waits once, at the start of the machine, until the kernel has
// gathered enough. It may return fewer bytes than asked for, or be interrupted.
int RandomBytes(void*, unsigned char* out, std::size_t size) noexcept {
  while (size > 0) {
    const ssize_t got = ::getrandom(out, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return MBEDTLS_ERR_ENTROPY_SOURCE_FAILED;
    out += got;
    size -= static_cast<std::size_t>(got);
  }
  return 0;
}

}  // namespace answerbox::platform
