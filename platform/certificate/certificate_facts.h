// What a certificate says, for people and for deciding who somebody is.
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

// "AB:CD:...", as openssl prints it.
[[nodiscard]] std::string FingerprintText(const Fingerprint& fingerprint);

// RFC 5280's upper bound for a common name, in bytes here.
inline constexpr std::size_t kMaxCommonNameBytes = 64;

// The subject's common name. Nothing when it has none or more than one, or when
// it is empty, longer than kMaxCommonNameBytes, or holds anything but printable
// ASCII: nobody shall pass as somebody by what a person can't see.
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

// Times as they stand in certificates: seconds, in UTC.
[[nodiscard]] std::chrono::sys_seconds TimeOf(const mbedtls_x509_time& time);

// "YYYYMMDDhhmmss".
[[nodiscard]] std::string CompactTimeText(std::chrono::sys_seconds time);

// "YYYY-MM-DD hh:mm:ss UTC".
[[nodiscard]] std::string ReadableTimeText(std::chrono::sys_seconds time);

// DER's UTCTime, "YYMMDDhhmmssZ", until 2049; GeneralizedTime, with four digits
// of the year, later (RFC 5280, section 4.1.2.5).
inline constexpr std::size_t kUtcTimeBytes = 13;
[[nodiscard]] std::string DerTimeText(std::chrono::sys_seconds time);

}  // namespace answerbox::platform
