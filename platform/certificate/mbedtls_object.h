// Shared by all uses of mbedTLS: owners of its structures, which set them up
// and free them, and random bytes.
#pragma once

#include <mbedtls/pk.h>
#include <mbedtls/x509_crl.h>
#include <mbedtls/x509_crt.h>
#include <mbedtls/x509_csr.h>

#include <cstddef>

namespace answerbox::platform {

// Not movable: structures of mbedTLS may point into themselves.
template <typename T, void (*Init)(T*), void (*Free)(T*)>
class MbedtlsObject {
 public:
  MbedtlsObject() noexcept { Init(&value_); }
  MbedtlsObject(const MbedtlsObject&) = delete;
  MbedtlsObject& operator=(const MbedtlsObject&) = delete;
  ~MbedtlsObject() { Free(&value_); }

  [[nodiscard]] T* get() noexcept { return &value_; }
  [[nodiscard]] const T* get() const noexcept { return &value_; }
  T* operator->() noexcept { return &value_; }
  const T* operator->() const noexcept { return &value_; }

 private:
  T value_;
};

// A certificate and those that follow it in its file: `next` is null after the
// last one. An empty chain's `version` is 0.
using CertificateChain = MbedtlsObject<mbedtls_x509_crt, mbedtls_x509_crt_init,
                                       mbedtls_x509_crt_free>;
using CertificateRequest =
    MbedtlsObject<mbedtls_x509_csr, mbedtls_x509_csr_init,
                  mbedtls_x509_csr_free>;
using RevocationList = MbedtlsObject<mbedtls_x509_crl, mbedtls_x509_crl_init,
                                     mbedtls_x509_crl_free>;
// A public key, or a private one with its public part.
using Key = MbedtlsObject<mbedtls_pk_context, mbedtls_pk_init, mbedtls_pk_free>;

// Fills `out` with random bytes from the kernel. Has the signature of mbedTLS's
// f_rng; the first parameter is not used. The kernel's generator needs neither
// a state of ours nor a lock, and does not repeat itself after a fork. Returns
// 0, or MBEDTLS_ERR_ENTROPY_SOURCE_FAILED.
int RandomBytes(void*, unsigned char* out, std::size_t size) noexcept;

}  // namespace answerbox::platform
