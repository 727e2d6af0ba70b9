#include "platform/certificate/certificate_error.h"

#include <mbedtls/error.h>
#include <mbedtls/pem.h>
#include <mbedtls/pk.h>
#include <mbedtls/ssl.h>
#include <mbedtls/x509.h>

#include <string>

namespace answerbox::platform {
namespace {

class CertificateCategory final : public boost::system::error_category {
 public:
  const char* name() const noexcept override { return "certificate"; }

  std::string message(int value) const override {
    switch (static_cast<CertificateError>(value)) {
      case CertificateError::kKeyOpenToOthers:
        return "its mode lets others read the private key, or its group change "
               "it; run \"chmod 600\" on it";
      case CertificateError::kKeyOfAnotherCertificate:
        return "the private key does not belong to the certificate";
      case CertificateError::kChainOutOfOrder:
        return "the private key's own certificate must come first in it, and "
               "those between it and its CA after that";
      case CertificateError::kFileTooLarge:
        return "it is larger than 1 MiB";
      case CertificateError::kListOfAnotherCa:
        return "none of the trusted CAs has issued this revocation list";
      case CertificateError::kUnusableKey:
        return "its key is neither ECDSA on P-256 or P-384 nor RSA of 2048 "
               "bits and more";
      case CertificateError::kNoCa:
        return "it may not sign other certificates: it is no CA's";
      case CertificateError::kBadName:
        return "it is neither a host name nor an IP address";
      case CertificateError::kBadRequestSignature:
        return "the request was not signed with the key that it names";
      case CertificateError::kUncopiableName:
        return "a subject that names two of one kind, such as two units, can't "
               "be copied; use openssl for it";
    }
    return "unknown error " + std::to_string(value);
  }
};

class MbedtlsCategory final : public boost::system::error_category {
 public:
  const char* name() const noexcept override { return "mbedtls"; }

  std::string message(int value) const override {
    switch (value) {
      // mbedTLS's texts say where its code failed. These say what people can
      // mend.
      case MBEDTLS_ERR_PEM_NO_HEADER_FOOTER_PRESENT:
      case MBEDTLS_ERR_PK_KEY_INVALID_FORMAT:
      case MBEDTLS_ERR_X509_INVALID_FORMAT:
        return "there is no PEM text of that kind in it, or a damaged one";
      case MBEDTLS_ERR_PK_PASSWORD_REQUIRED:
        return "a password protects the key; take it off with \"openssl pkey\"";
      case MBEDTLS_ERR_SSL_NO_CIPHER_CHOSEN:
        return "the two sides have no cipher suite in common";
      case MBEDTLS_ERR_SSL_BAD_HS_PROTOCOL_VERSION:
        return "the peer has no TLS 1.2";
      case MBEDTLS_ERR_SSL_NO_CLIENT_CERTIFICATE:
        return "the client has sent no certificate";
      case MBEDTLS_ERR_SSL_FATAL_ALERT_MESSAGE:
        return "the peer has refused the connection by a TLS alert";
      case MBEDTLS_ERR_SSL_INVALID_RECORD:
      case MBEDTLS_ERR_SSL_INVALID_MAC:
        return "the peer has sent what is not TLS, or was altered on its way";
      case MBEDTLS_ERR_X509_CERT_VERIFY_FAILED:
        return "the peer's certificate is not valid";
      case MBEDTLS_ERR_SSL_ALLOC_FAILED:
        return "there is no memory left";
      default:
        break;
    }
    // The low bits say where in mbedTLS's code.
    if (-(-value & 0xFF80) == MBEDTLS_ERR_PK_UNKNOWN_PK_ALG ||
        -(-value & 0xFF80) == MBEDTLS_ERR_PK_UNKNOWN_NAMED_CURVE) {
      return "its key is of a kind that is not offered, such as Ed25519: make "
             "one with ECDSA on P-256";
    }
    char text[160];
    mbedtls_strerror(value, text, sizeof text);
    return text;
  }
};

}  // namespace

const boost::system::error_category& certificate_category() noexcept {
  static const CertificateCategory category;
  return category;
}

const boost::system::error_category& mbedtls_category() noexcept {
  static const MbedtlsCategory category;
  return category;
}

}  // namespace answerbox::platform
