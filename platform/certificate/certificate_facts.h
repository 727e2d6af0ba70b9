// Facts from a certificate, for people and for identifying its owner.
#pragma once

#include <mbedtls/x509_crt.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "platform/error.h"

namespace answerbox::platform {

// The names in a certificate: the host names and IP addresses of its extension
// "subject alternative name" (RFC 5280, section 4.2.1.6). mbedTLS 2.28 can
// neither write that extension nor read addresses in it, so this code does
// both.

inline constexpr std::size_t kMaxNames =
    32;  // That one certificate is made for.

// The bytes of an IP address: 4 or 16.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};
  std::size_t size = 0;

  [[nodiscard]] std::span<const std::uint8_t> span() const noexcept {
    return std::span(bytes).first(size);
  }
};

// Reads an address such as "192.168.1.2" or "fe80::1"; returns nothing for
// anything else.
[[nodiscard]] std::optional<IpAddress> ParseIpAddress(const std::string& text);

// Returns whether the text has only letters, digits, hyphens and dots, with
// labels of 1 to 63 characters and 253 in all. The first label may be "*".
// Other scripts are written as "xn--...".
[[nodiscard]] bool IsHostName(const std::string& text) noexcept;

// Returns the extension's value in DER, with the names in the given order.
// Errors: kBadName with the name as the path, also for no name and for more
// than kMaxNames.
[[nodiscard]] Result<std::vector<std::uint8_t>> EncodeNames(
    std::span<const std::string> names);

// Returns the host names and IP addresses in the certificate, kMaxNames at
// most, as people write them. Names with characters that no host name has are
// left out.
[[nodiscard]] std::vector<std::string> NamesIn(
    const mbedtls_x509_crt& certificate);

// Returns whether the certificate is for that address. mbedTLS itself compares
// host names.
[[nodiscard]] bool IsForAddress(const mbedtls_x509_crt& certificate,
                                const IpAddress& address) noexcept;

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
