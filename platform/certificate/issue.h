// Makes keys, certificates, requests and revocation lists. All keys are ECDSA
// on P-256, all signatures over SHA-256. The functions return PEM texts; the
// caller writes them to files.
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
  // Printable ASCII, up to kMaxCommonNameBytes; empty: that of the request.
  std::string common_name;
  std::span<const std::string> names;  // See EncodeNames; may be empty.
  // The certificate is valid from an hour before, as peers' clocks differ.
  std::chrono::sys_seconds now;
  std::chrono::days validity;  // 1 to kMaxValidity.
};

// Makes a key in the empty `key`.
[[nodiscard]] Result<void> MakeKey(Key& key);
[[nodiscard]] Result<std::string> PrivateKeyPem(Key& key);

// Errors of the functions below: a name or the common name is not valid
// (kBadName).
[[nodiscard]] Result<std::string> MakeSelfSigned(Key& key,
                                                 const CertificateTerms& terms);
// `names` may be empty. SignRequest ignores them: its CA decides.
[[nodiscard]] Result<std::string> MakeRequest(
    Key& key, const std::string& common_name,
    std::span<const std::string> names);
// Errors: the request is not signed with its own key (kBadRequestSignature),
// its key is not usable, `ca` may not sign (kNoCa), `ca_key` is not the key of
// `ca`.
[[nodiscard]] Result<std::string> SignRequest(CertificateRequest& request,
                                              const CertificateChain& ca,
                                              Key& ca_key,
                                              const CertificateTerms& terms);

// --- Revocation lists: RFC 5280, section 5. mbedTLS can read them but not
// write them.

inline constexpr std::size_t kMaxRevocations = 10000;

struct Revocation {
  std::vector<std::uint8_t> serial;  // As it stands in the certificate.
  std::chrono::sys_seconds since;
};

// Returns the revocations in the first list of a file.
[[nodiscard]] std::vector<Revocation> RevocationsIn(const RevocationList& list);

[[nodiscard]] Revocation RevocationOf(const CertificateChain& certificate,
                                      std::chrono::sys_seconds now);

// Returns a list of version 1, which has no extensions, in PEM.
//   validity  how long peers may use it
// Errors: `ca` may not sign lists (kNoCa), `ca_key` is not its key, there are
// more than kMaxRevocations (kFileTooLarge).
[[nodiscard]] Result<std::string> WriteRevocationList(
    const CertificateChain& ca, Key& ca_key,
    const std::vector<Revocation>& revocations, std::chrono::sys_seconds now,
    std::chrono::days validity);

}  // namespace answerbox::platform
