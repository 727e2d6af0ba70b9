// Makes keys, certificates, requests and revocation lists. All keys are ECDSA
// on P-256, all signatures over SHA-256. PEM texts come back; writing them is
// the caller's.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "platform/certificate/mbedtls_object.h"
#include "platform/error.h"

namespace answerbox::platform {

inline constexpr std::chrono::days kMaxValidity{7300};  // 20 years.

// What a new certificate may be used for.
enum class CertificateUse : std::uint8_t {
  kPeer,  // A server or a client.
  kCa,    // Signing the certificates of peers, and revocation lists.
};

struct CertificateTerms {
  CertificateUse use = CertificateUse::kPeer;
  // Printable ASCII, up to kMaxCommonNameBytes; empty for a request's own.
  std::string common_name;
  std::span<const std::string> names;  // See EncodeNames; may be empty.
  // It begins an hour before: peers' clocks differ.
  std::chrono::sys_seconds now;
  std::chrono::days validity;  // 1 to kMaxValidity.
};

// Fills the empty `key`.
[[nodiscard]] Result<void> MakeKey(Key& key);
[[nodiscard]] Result<std::string> PrivateKeyPem(Key& key);

// Errors of those below: a name or the common name that is neither (kBadName).
[[nodiscard]] Result<std::string> MakeSelfSigned(Key& key,
                                                 const CertificateTerms& terms);
// `names` may be empty. SignRequest pays no heed to them: its CA decides.
[[nodiscard]] Result<std::string> MakeRequest(
    Key& key, const std::string& common_name,
    std::span<const std::string> names);
// Errors: the request is not signed with its own key (kBadRequestSignature),
// its key is not usable, `ca` may not sign (kNoCa), `ca_key` is not its key.
[[nodiscard]] Result<std::string> SignRequest(CertificateRequest& request,
                                              const CertificateChain& ca,
                                              Key& ca_key,
                                              const CertificateTerms& terms);

// --- Revocation lists: RFC 5280, section 5. mbedTLS reads them and can't write
// them.

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
