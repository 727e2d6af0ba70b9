#include "platform/tls/cipher_order.h"

#include <mbedtls/ssl_ciphersuites.h>

namespace answerbox::platform {
namespace {

constexpr int kAesFirst[] = {
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
    MBEDTLS_TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
    MBEDTLS_TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
    MBEDTLS_TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    0};

constexpr int kChaChaFirst[] = {
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
    MBEDTLS_TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
    MBEDTLS_TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
    MBEDTLS_TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
    0};

}  // namespace

AesSpeed AesSpeedHere() noexcept {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("aes") != 0) return AesSpeed::kInstructions;
#endif
  return AesSpeed::kTables;
}

const int* CipherOrder(AesSpeed speed) noexcept {
  return speed == AesSpeed::kInstructions ? kAesFirst : kChaChaFirst;
}

}  // namespace answerbox::platform
