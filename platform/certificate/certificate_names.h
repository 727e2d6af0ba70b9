// The names in a certificate: the host names and IP addresses of its extension
// "subject alternative name" (RFC 5280, section 4.2.1.6). mbedTLS 2.28 can
// neither write that extension nor read addresses in it; both stand here.
#pragma once

#include <mbedtls/x509_crt.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "platform/error.h"

namespace answerbox::platform {

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

// Reads "192.168.1.2" and "fe80::1"; nothing for anything else.
[[nodiscard]] std::optional<IpAddress> ParseIpAddress(const std::string& text);

// Letters, digits, hyphens and dots, with labels of 1 to 63 characters and 253
// in all; the first label may be "*". Other scripts come as "xn--...".
[[nodiscard]] bool IsHostName(const std::string& text) noexcept;

// The extension's value in DER, in the order given.
// Errors: kBadName with the name as the path, also where there are none or more
// than kMaxNames.
[[nodiscard]] Result<std::vector<std::uint8_t>> EncodeNames(
    std::span<const std::string> names);

// The host names and IP addresses in it, kMaxNames at most, as people write
// them. A name with other characters than a host name's is left out.
[[nodiscard]] std::vector<std::string> NamesIn(
    const mbedtls_x509_crt& certificate);

// Whether it is for that address. Host names are mbedTLS's to compare.
[[nodiscard]] bool IsForAddress(const mbedtls_x509_crt& certificate,
                                const IpAddress& address) noexcept;

}  // namespace answerbox::platform
