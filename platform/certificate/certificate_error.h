// The faults of certificates, keys and revocation lists, as error codes whose
// messages are sentences for people.
#pragma once

#include <boost/system/error_code.hpp>
#include <cstdint>

namespace answerbox::platform {

enum class CertificateError : std::uint8_t {
  kKeyOpenToOthers = 1,  // The mode of the private key's file is too wide.
  kKeyOfAnotherCertificate,
  kChainOutOfOrder,  // The key's certificate is not the first in the file.
  kFileTooLarge,
  kListOfAnotherCa,      // None of the CAs has signed the revocation list.
  kUnusableKey,          // A kind of key or curve that is not offered.
  kNoCa,                 // A certificate that may not sign others.
  kBadName,              // Neither a host name nor an IP address.
  kBadRequestSignature,  // The request's maker lacks its private key.
  kUncopiableName,       // A subject or issuer with two parts of one kind.
};

[[nodiscard]] const boost::system::error_category&
certificate_category() noexcept;

[[nodiscard]] inline boost::system::error_code make_error_code(
    CertificateError error) noexcept {
  return {static_cast<int>(error), certificate_category()};
}

// The results of functions of mbedTLS: negative numbers. People meet some of
// these errors often, and those have messages of ours; the others have
// mbedTLS's.
[[nodiscard]] const boost::system::error_category& mbedtls_category() noexcept;

[[nodiscard]] inline boost::system::error_code MbedtlsError(
    int result) noexcept {
  return {result, mbedtls_category()};
}

}  // namespace answerbox::platform

template <>
struct boost::system::is_error_code_enum<answerbox::platform::CertificateError>
    : std::true_type {};
