// The key that signs heads: ECDSA on P-256 with SHA-256, by mbedTLS.
// docs/audit-format.md, "Keys".
#pragma once

#include <mbedtls/pk.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "protocol/error.h"

namespace answerbox::protocol {

// The first 8 bytes of the SHA-256 of the key's DER, in hexadecimal.
[[nodiscard]] std::string KeyIdOf(std::string_view der);

// Checks signatures. Cheap to copy.
class PublicKey {
 public:
  // From PEM text or from DER (SubjectPublicKeyInfo). Errors: kCorrupt.
  [[nodiscard]] static Result<PublicKey> Parse(std::string_view text);

  // Whether `signature` (DER) is this key's signature of `message`.
  [[nodiscard]] bool Verifies(std::string_view message,
                              std::string_view signature) const;

  // First 8 bytes of the SHA-256 of der(), in hexadecimal.
  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] const std::string& der() const noexcept { return der_; }
  [[nodiscard]] std::string ToPem() const;

 private:
  PublicKey() = default;
  std::shared_ptr<mbedtls_pk_context> key_;
  std::string der_;
  std::string id_;
};

class SigningKey {
 public:
  // From the kernel's random numbers. Errors: kInternal.
  [[nodiscard]] static Result<SigningKey> Generate();
  // From PEM text. Tests the pair: signs a text and verifies the signature.
  // Errors: kCorrupt.
  [[nodiscard]] static Result<SigningKey> Parse(std::string_view pem);

  // The signature in DER. The same message gives the same signature (RFC 6979).
  // Errors: kInternal.
  [[nodiscard]] Result<std::string> Sign(std::string_view message) const;

  [[nodiscard]] std::string ToPem() const;
  [[nodiscard]] const PublicKey& public_key() const noexcept {
    return public_key_;
  }

 private:
  SigningKey(std::shared_ptr<mbedtls_pk_context> key, PublicKey public_key);

  std::shared_ptr<mbedtls_pk_context> key_;
  PublicKey public_key_;
};

// Fills `bytes` with random numbers of the kernel. False when it gives none.
[[nodiscard]] bool FillRandom(std::span<std::byte> bytes) noexcept;

}  // namespace answerbox::protocol
