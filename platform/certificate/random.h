// Random bytes for mbedTLS, from the kernel.
#pragma once

#include <cstddef>

namespace answerbox::platform {

// Has the shape of mbedTLS's f_rng; the first parameter is not used. The
// kernel's generator needs neither a state of ours nor a lock, and is not
// repeated after a fork. Returns 0, or MBEDTLS_ERR_ENTROPY_SOURCE_FAILED.
int RandomBytes(void*, unsigned char* out, std::size_t size) noexcept;

}  // namespace answerbox::platform
