// Revocation lists: the certificates that their CA takes back (RFC 5280,
// section 5). mbedTLS reads them and can't write them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "platform/certificate/mbedtls_object.h"
#include "platform/error.h"

namespace answerbox::platform {

inline constexpr std::size_t kMaxRevocations = 10000;

struct Revocation {
  std::vector<std::uint8_t> serial;  // As it stands in the certificate.
  std::chrono::sys_seconds since;
};

// Those in the first list of a file.
[[nodiscard]] std::vector<Revocation> RevocationsIn(const RevocationList& list);

[[nodiscard]] Revocation RevocationOf(const CertificateChain& certificate,
                                      std::chrono::sys_seconds now);

// A list of version 1, which has no extensions, in PEM.
//   validity  how long peers may go by it
// Errors: `ca` may not sign lists (kNoCa), `ca_key` is not its key, there are
// more than kMaxRevocations (kFileTooLarge).
[[nodiscard]] Result<std::string> WriteRevocationList(
    const CertificateChain& ca, Key& ca_key,
    const std::vector<Revocation>& revocations, std::chrono::sys_seconds now,
    std::chrono::days validity);

}  // namespace answerbox::platform
