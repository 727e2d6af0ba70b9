// Errors of TLS connections besides those that mbedTLS reports
// (platform/certificate/certificate_error.h), as codes whose messages are
// sentences for people.
#pragma once

#include <boost/system/error_code.hpp>
#include <cstdint>

namespace answerbox::platform {

enum class TlsError : std::uint8_t {
  kTruncated = 1,     // The bytes ended without TLS's close_notify.
  kHandshakeTimeout,  // The handshake took longer than allowed.
  kNoMemoryLeft,      // The budget has no room for another connection.
  kNotConnected,      // No handshake has succeeded, or the stream was closed.
  kRenegotiation,     // The peer keeps asking for a new handshake.
  kPeerExpired,       // Why the peer's certificate was refused:
  kPeerNotYetValid,
  kPeerRevoked,
  kPeerOfUnknownCa,
  kPeerWrongUse,
  kPeerWrongName,
  kPeerListExpired,  // The CA's revocation list is out of date.
  kPeerListUnusable,
  kPeerWeak,     // Its key or the hash of its signature.
  kPeerTooLong,  // More than kMaxPeerCertificates.
};

[[nodiscard]] const boost::system::error_category& tls_category() noexcept;

[[nodiscard]] inline boost::system::error_code make_error_code(
    TlsError error) noexcept {
  return {static_cast<int>(error), tls_category()};
}

// Returns why mbedTLS refused a peer's certificate.
//   flags  MBEDTLS_X509_BADCERT_* and _BADCRL_*, of which the gravest is
//          reported; if none is known, "not valid"
[[nodiscard]] boost::system::error_code PeerError(std::uint32_t flags) noexcept;

}  // namespace answerbox::platform

template <>
struct boost::system::is_error_code_enum<answerbox::platform::TlsError>
    : std::true_type {};
