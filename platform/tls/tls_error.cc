#include "platform/tls/tls_error.h"

#include <mbedtls/x509.h>

#include <string>

#include "platform/certificate/certificate_error.h"

namespace answerbox::platform {
namespace {

class TlsCategory final : public boost::system::error_category {
 public:
  const char* name() const noexcept override { return "tls"; }

  std::string message(int value) const override {
    switch (static_cast<TlsError>(value)) {
      case TlsError::kTruncated:
        return "the connection ended in the middle of TLS";
      case TlsError::kHandshakeTimeout:
        return "the TLS handshake took too long";
      case TlsError::kNoMemoryLeft:
        return "the memory set aside for TLS connections is in use";
      case TlsError::kNotConnected:
        return "there is no TLS connection";
      case TlsError::kRenegotiation:
        return "the peer asks for a new handshake again and again";
      case TlsError::kPeerExpired:
        return "the peer's certificate has expired";
      case TlsError::kPeerNotYetValid:
        return "the peer's certificate is not valid yet; is the clock right?";
      case TlsError::kPeerRevoked:
        return "the peer's certificate has been revoked";
      case TlsError::kPeerOfUnknownCa:
        return "the peer's certificate is not from a trusted CA";
      case TlsError::kPeerWrongUse:
        return "the peer's certificate is for another use";
      case TlsError::kPeerWrongName:
        return "the peer's certificate is for another name";
      case TlsError::kPeerListExpired:
        return "the CA's revocation list is out of date; load a new one";
      case TlsError::kPeerListUnusable:
        return "the CA's revocation list is not signed as it must be";
      case TlsError::kPeerWeak:
        return "the peer's certificate has a weak key or signature";
      case TlsError::kPeerTooLong:
        return "the peer has sent too many certificates";
    }
    return "unknown error " + std::to_string(value);
  }
};

struct Reason {
  std::uint32_t flags;
  TlsError error;
};

// Several of these may apply at once. The first one is reported, so a revoked
// certificate is reported as revoked even if it has expired as well.
constexpr Reason kReasons[] = {
    {MBEDTLS_X509_BADCERT_REVOKED, TlsError::kPeerRevoked},
    {MBEDTLS_X509_BADCERT_NOT_TRUSTED, TlsError::kPeerOfUnknownCa},
    {MBEDTLS_X509_BADCRL_EXPIRED | MBEDTLS_X509_BADCRL_FUTURE,
     TlsError::kPeerListExpired},
    {MBEDTLS_X509_BADCRL_NOT_TRUSTED | MBEDTLS_X509_BADCRL_BAD_MD |
         MBEDTLS_X509_BADCRL_BAD_PK | MBEDTLS_X509_BADCRL_BAD_KEY,
     TlsError::kPeerListUnusable},
    {MBEDTLS_X509_BADCERT_EXPIRED, TlsError::kPeerExpired},
    {MBEDTLS_X509_BADCERT_FUTURE, TlsError::kPeerNotYetValid},
    {MBEDTLS_X509_BADCERT_KEY_USAGE | MBEDTLS_X509_BADCERT_EXT_KEY_USAGE |
         MBEDTLS_X509_BADCERT_NS_CERT_TYPE,
     TlsError::kPeerWrongUse},
    {MBEDTLS_X509_BADCERT_CN_MISMATCH, TlsError::kPeerWrongName},
    {MBEDTLS_X509_BADCERT_BAD_MD | MBEDTLS_X509_BADCERT_BAD_PK |
         MBEDTLS_X509_BADCERT_BAD_KEY,
     TlsError::kPeerWeak},
};

}  // namespace

const boost::system::error_category& tls_category() noexcept {
  static const TlsCategory category;
  return category;
}

boost::system::error_code PeerError(std::uint32_t flags) noexcept {
  for (const Reason& reason : kReasons) {
    if ((flags & reason.flags) != 0) return reason.error;
  }
  return MbedtlsError(MBEDTLS_ERR_X509_CERT_VERIFY_FAILED);
}

}  // namespace answerbox::platform
