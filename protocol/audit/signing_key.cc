#include "protocol/audit/signing_key.h"

#include <mbedtls/ecp.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <utility>

#include "protocol/audit/digest.h"

namespace answerbox::protocol {
namespace {

constexpr std::size_t kMaxPemBytes = 1024;
constexpr std::size_t kIdBytes = 8;

const unsigned char* Bytes(const void* bytes) {
  return static_cast<const unsigned char*>(bytes);
}

int Random(void*, unsigned char* out, std::size_t size) {
  return FillRandom(std::as_writable_bytes(std::span(out, size)))
             ? 0
             : MBEDTLS_ERR_ECP_RANDOM_FAILED;
}

std::shared_ptr<mbedtls_pk_context> MakeContext() {
  std::shared_ptr<mbedtls_pk_context> key(new mbedtls_pk_context,
                                          [](mbedtls_pk_context* context) {
                                            mbedtls_pk_free(context);
                                            delete context;
                                          });
  mbedtls_pk_init(key.get());
  return key;
}

bool IsP256(const mbedtls_pk_context& key) {
  // A head has room for a signature of P-256 alone, and no other kind of key
  // was ever made.
  return mbedtls_pk_get_type(&key) == MBEDTLS_PK_ECKEY &&
         mbedtls_pk_ec(key)->grp.id == MBEDTLS_ECP_DP_SECP256R1;
}

Error NotAKey(const char* what) {
  return {ErrorKind::kCorrupt,
          std::string("this is no ") + what + " key for P-256"};
}

Error Unable(const char* what) {
  return {ErrorKind::kInternal, std::string("mbedTLS can't ") + what};
}

std::string DerOf(mbedtls_pk_context& key) {
  std::array<unsigned char, 256> der{};
  // mbedTLS writes to the end of the buffer.
  const int length = mbedtls_pk_write_pubkey_der(&key, der.data(), der.size());
  if (length <= 0) return {};
  return {reinterpret_cast<const char*>(der.data() + der.size() - length),
          static_cast<std::size_t>(length)};
}

Digest HashOf(std::string_view message) {
  return engine::ComputeSha256(message);
}

}  // namespace

bool FillRandom(std::span<std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    const ::ssize_t filled = ::getrandom(bytes.data(), bytes.size(), 0);
    // Reading many bytes may be interrupted by a signal.
    if (filled < 0 && errno == EINTR) continue;
    if (filled <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(filled));
  }
  return true;
}

std::string KeyIdOf(std::string_view der) {
  const Digest digest = engine::ComputeSha256(der);
  return ToHex(std::span(digest).first(kIdBytes));
}

Result<PublicKey> PublicKey::Parse(std::string_view text) {
  PublicKey parsed;
  parsed.key_ = MakeContext();
  // mbedTLS takes PEM with a terminating zero, DER without.
  const std::string terminated(text);
  const bool is_pem = text.find("-----BEGIN") != std::string_view::npos;
  if (mbedtls_pk_parse_public_key(parsed.key_.get(), Bytes(terminated.c_str()),
                                  terminated.size() + (is_pem ? 1 : 0)) != 0 ||
      !IsP256(*parsed.key_)) {
    return NotAKey("public");
  }
  parsed.der_ = DerOf(*parsed.key_);
  parsed.id_ = KeyIdOf(parsed.der_);
  return parsed;
}

bool PublicKey::Verifies(std::string_view message,
                         std::string_view signature) const {
  const Digest digest = HashOf(message);
  return mbedtls_pk_verify(key_.get(), MBEDTLS_MD_SHA256, Bytes(digest.data()),
                           digest.size(), Bytes(signature.data()),
                           signature.size()) == 0;
}

std::string PublicKey::ToPem() const {
  std::array<unsigned char, kMaxPemBytes> pem{};
  if (mbedtls_pk_write_pubkey_pem(key_.get(), pem.data(), pem.size()) != 0) {
    return {};
  }
  return reinterpret_cast<const char*>(pem.data());
}

SigningKey::SigningKey(std::shared_ptr<mbedtls_pk_context> key,
                       PublicKey public_key)
    : key_(std::move(key)), public_key_(std::move(public_key)) {}

Result<SigningKey> SigningKey::Generate() {
  auto key = MakeContext();
  if (mbedtls_pk_setup(key.get(),
                       mbedtls_pk_info_from_type(MBEDTLS_PK_ECKEY)) != 0 ||
      mbedtls_ecp_gen_key(MBEDTLS_ECP_DP_SECP256R1, mbedtls_pk_ec(*key), Random,
                          nullptr) != 0) {
    return Unable("make a key");
  }
  auto public_key = PublicKey::Parse(DerOf(*key));
  if (!public_key) return public_key.error();
  return SigningKey(std::move(key), std::move(*public_key));
}

Result<SigningKey> SigningKey::Parse(std::string_view pem) {
  auto key = MakeContext();
  const std::string terminated(pem);
  if (mbedtls_pk_parse_key(key.get(), Bytes(terminated.c_str()),
                           terminated.size() + 1, nullptr, 0) != 0 ||
      !IsP256(*key)) {
    return NotAKey("private");
  }
  auto public_key = PublicKey::Parse(DerOf(*key));
  if (!public_key) return public_key.error();
  SigningKey parsed(std::move(key), std::move(*public_key));
  // The text holds both halves of the pair. If one of them is damaged, no
  // signature verifies.
  constexpr std::string_view kTrial = "answerbox-key-trial/1";
  const auto signature = parsed.Sign(kTrial);
  if (!signature || !parsed.public_key().Verifies(kTrial, *signature)) {
    return NotAKey("private");
  }
  return parsed;
}

Result<std::string> SigningKey::Sign(std::string_view message) const {
  const Digest digest = HashOf(message);
  std::array<unsigned char, MBEDTLS_PK_SIGNATURE_MAX_SIZE> signature{};
  std::size_t length = 0;
  // mbedTLS signs by RFC 6979, so the same head has the same bytes each time.
  // It uses random numbers only against side channels.
  if (mbedtls_pk_sign(key_.get(), MBEDTLS_MD_SHA256, Bytes(digest.data()),
                      digest.size(), signature.data(), &length, Random,
                      nullptr) != 0) {
    return Unable("sign");
  }
  return std::string(reinterpret_cast<const char*>(signature.data()), length);
}

std::string SigningKey::ToPem() const {
  std::array<unsigned char, kMaxPemBytes> pem{};
  if (mbedtls_pk_write_key_pem(key_.get(), pem.data(), pem.size()) != 0) {
    return {};
  }
  return reinterpret_cast<const char*>(pem.data());
}

}  // namespace answerbox::protocol
