// Facts from a certificate, for people and for identifying its owner.
#pragma once

#include <mbedtls/x509_crt.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace answerbox::platform {

using Fingerprint = std::array<std::uint8_t, 32>;  // SHA-256 of the DER.

[[nodiscard]] Fingerprint FingerprintOf(
    const mbedtls_x509_crt& certificate) noexcept;

// Returns "AB:CD:...", as openssl prints it.
[[nodiscard]] std::string FingerprintText(const Fingerprint& fingerprint);

// RFC 5280's upper bound for a common name, here counted in bytes.
inline constexpr std::size_t kMaxCommonNameBytes = 64;

// Returns the subject's common name. Returns nothing when it has none or more
// than one, or when it is empty, longer than kMaxCommonNameBytes, or holds
// anything but printable ASCII: nobody may pass as somebody else by characters
// that a person can't see.
[[nodiscard]] std::optional<std::string> CommonNameOf(
    const mbedtls_x509_crt& certificate);

struct CertificateFacts {
  std::string subject;  // "CN=box, O=Practice"; at most 512 bytes, in ASCII.
  std::string issuer;   // Likewise.
  std::vector<std::string> names;  // See NamesIn.
  std::chrono::sys_seconds valid_from;
  std::chrono::sys_seconds valid_until;  // The last second that counts.
  bool is_ca = false;
  Fingerprint fingerprint{};
};

[[nodiscard]] CertificateFacts FactsOf(const mbedtls_x509_crt& certificate);

// Convert the times of certificates, which are seconds in UTC.
[[nodiscard]] std::chrono::sys_seconds TimeOf(const mbedtls_x509_time& time);

// Returns "YYYYMMDDhhmmss".
[[nodiscard]] std::string CompactTimeText(std::chrono::sys_seconds time);

// Returns "YYYY-MM-DD hh:mm:ss UTC".
[[nodiscard]] std::string ReadableTimeText(std::chrono::sys_seconds time);

// Returns DER's UTCTime, "YYMMDDhhmmssZ", until 2049, and GeneralizedTime, with
// four digits of the year, for later times (RFC 5280, section 4.1.2.5).
inline constexpr std::size_t kUtcTimeBytes = 13;
[[nodiscard]] std::string DerTimeText(std::chrono::sys_seconds time);

}  // namespace answerbox::platform
