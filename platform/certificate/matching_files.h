// Files that belong together: a certificate and its key, a CA and its lists.
#pragma once

#include <filesystem>

#include "platform/certificate/mbedtls_object.h"
#include "platform/error.h"

namespace answerbox::platform {

// Reads a certificate, with those between it and its CA, and its private key,
// into empty structures. Errors: those of pem_file.h; kChainOutOfOrder;
// kKeyOfAnotherCertificate, which only the first client would notice else, by a
// failed handshake.
[[nodiscard]] Result<void> ReadPair(const std::filesystem::path& certificate,
                                    const std::filesystem::path& private_key,
                                    CertificateChain& chain, Key& key);

// Reads revocation lists of these CAs. Errors: those of pem_file.h;
// kListOfAnotherCa: mbedTLS would silently ignore such a list.
[[nodiscard]] Result<void> ReadRevocationListsOf(
    const CertificateChain& cas, const std::filesystem::path& path,
    RevocationList& lists);

}  // namespace answerbox::platform
