// PEM files: certificates, private keys, revocation lists, requests.
#pragma once

#include <cstddef>
#include <filesystem>

#include "platform/certificate/mbedtls_object.h"
#include "platform/error.h"

namespace answerbox::platform {

inline constexpr std::size_t kMaxPemBytes = std::size_t{1} << 20;

// Each function fills an empty structure; after an error it may hold a part.
// Errors name the file: it can't be read, is larger than kMaxPemBytes, or has
// no PEM text of the kind, or a malformed one. Allocates at most kMaxPemBytes
// for the text, and some six times the text for the parsed structures.

// One certificate or more.
[[nodiscard]] Result<void> ReadCertificates(const std::filesystem::path& path,
                                            CertificateChain& chain);

// Further errors: others than the owner and the group may read the file, or
// others than the owner may write it (kKeyOpenToOthers; service managers pass
// credentials as files that a group can read); the key is of a kind that is not
// supported (kUnusableKey). The text is wiped from memory.
[[nodiscard]] Result<void> ReadPrivateKey(const std::filesystem::path& path,
                                          Key& key);

// One revocation list or more.
[[nodiscard]] Result<void> ReadRevocationLists(
    const std::filesystem::path& path, RevocationList& lists);

[[nodiscard]] Result<void> ReadRequest(const std::filesystem::path& path,
                                       CertificateRequest& request);

// Returns whether a server or client can use the key: ECDSA on P-256 or P-384,
// or RSA of at least 2048 bits.
[[nodiscard]] bool IsUsable(const mbedtls_pk_context& key) noexcept;

// Reads a certificate, with those between it and its CA, and its private key,
// into empty structures. Errors: those above; kChainOutOfOrder;
// kKeyOfAnotherCertificate, which only the first client would notice else, by a
// failed handshake.
[[nodiscard]] Result<void> ReadPair(const std::filesystem::path& certificate,
                                    const std::filesystem::path& private_key,
                                    CertificateChain& chain, Key& key);

// Reads revocation lists of these CAs. Errors: those above;
// kListOfAnotherCa: mbedTLS would silently ignore such a list.
[[nodiscard]] Result<void> ReadRevocationListsOf(
    const CertificateChain& cas, const std::filesystem::path& path,
    RevocationList& lists);

}  // namespace answerbox::platform
