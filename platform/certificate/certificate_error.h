// What can be wrong with a certificate, a key or a revocation list, as error
// codes whose messages are sentences for people.
#pragma once

#include <boost/system/error_code.hpp>
#include <cstdint>

namespace answerbox::platform {

enum class CertificateError : std::uint8_t {
  kKeyOpenToOthers = 1,  // The mode of the private key's file is too wide.
  kKeyOfAnotherCertificate,
  kFileTooLarge,
  kListOfAnotherCa,      // None of the CAs has signed the revocation list.
  kUnusableKey,          // A kind of key or curve that is not offered.
  kNoCa,                 // A certificate that may not sign others.
  kBadName,              // Neither a host name nor an IP address.
  kBadRequestSignature,  // Whoever made the request lacks its private key.
  kUncopiableName,       // A subject or issuer with two parts of one kind.
};

[[nodiscard]] const boost::system::error_category&
certificate_category() noexcept;

[[nodiscard]] inline boost::system::error_code make_error_code(
    CertificateError error) noexcept {
  return {static_cast<int>(error), certificate_category()};
}

// The result of a function of mbedTLS: negative numbers, none of them ours. The
// message is ours where people meet the error often, else mbedTLS's own.
[[nodiscard]] const boost::system::error_category& mbedtls_category() noexcept;

[[nodiscard]] inline boost::system::error_code MbedtlsError(
    int result) noexcept {
  return {result, mbedtls_category()};
}

}  // namespace answerbox::platform

template <>
struct boost::system::is_error_code_enum<answerbox::platform::CertificateError>
    : std::true_type {};
