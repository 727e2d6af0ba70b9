#include "daemon/audit/digest.h"

#include <mbedtls/base64.h>
#include <mbedtls/md.h>
#include <mbedtls/sha256.h>

#include <array>
#include <cassert>
#include <cstring>

namespace answerbox::daemon {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr unsigned char kLeaf = 0;
constexpr unsigned char kNode = 1;

const unsigned char* Bytes(const void* bytes) {
  return static_cast<const unsigned char*>(bytes);
}

// Software digests have no errors; mbedTLS reports those of accelerators so.
void AssertSucceeded([[maybe_unused]] int error) { assert(error == 0); }

int DigitValue(char digit) noexcept {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  return -1;
}

}  // namespace

Digest HashLine(std::string_view line) noexcept {
  Digest digest{};
  mbedtls_sha256_context context;
  mbedtls_sha256_init(&context);
  AssertSucceeded(mbedtls_sha256_starts_ret(&context, 0));
  AssertSucceeded(mbedtls_sha256_update_ret(&context, &kLeaf, 1));
  AssertSucceeded(
      mbedtls_sha256_update_ret(&context, Bytes(line.data()), line.size()));
  AssertSucceeded(mbedtls_sha256_finish_ret(
      &context, reinterpret_cast<unsigned char*>(digest.data())));
  return digest;
}

Digest HashNode(const Digest& left, const Digest& right) noexcept {
  std::array<unsigned char, 65> input{};
  input[0] = kNode;
  std::memcpy(input.data() + 1, left.data(), left.size());
  std::memcpy(input.data() + 33, right.data(), right.size());
  Digest digest{};
  AssertSucceeded(
      mbedtls_sha256_ret(input.data(), input.size(),
                         reinterpret_cast<unsigned char*>(digest.data()), 0));
  return digest;
}

Digest HashWithKey(std::span<const std::byte> key,
                   std::string_view text) noexcept {
  Digest digest{};
  AssertSucceeded(mbedtls_md_hmac(
      mbedtls_md_info_from_type(MBEDTLS_MD_SHA256), Bytes(key.data()),
      key.size(), Bytes(text.data()), text.size(),
      reinterpret_cast<unsigned char*>(digest.data())));
  return digest;
}

void WriteHex(const Digest& digest, char* out) noexcept {
  for (const std::byte byte : digest) {
    *out++ = kDigits[std::to_integer<unsigned>(byte) >> 4];
    *out++ = kDigits[std::to_integer<unsigned>(byte) & 15u];
  }
}

std::string ToHex(std::span<const std::byte> bytes) {
  std::string hex;
  for (const std::byte byte : bytes) {
    hex += kDigits[std::to_integer<unsigned>(byte) >> 4];
    hex += kDigits[std::to_integer<unsigned>(byte) & 15u];
  }
  return hex;
}

std::optional<Digest> DigestFromHex(std::string_view hex) {
  if (hex.size() != kHexDigestBytes) return std::nullopt;
  Digest digest{};
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const int high = DigitValue(hex[2 * i]);
    const int low = DigitValue(hex[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    digest[i] = static_cast<std::byte>(high * 16 + low);
  }
  return digest;
}

std::string ToBase64(std::span<const std::byte> bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
  std::size_t length = 0;
  AssertSucceeded(mbedtls_base64_encode(
      reinterpret_cast<unsigned char*>(text.data()), text.size(), &length,
      Bytes(bytes.data()), bytes.size()));
  text.resize(length);
  return text;
}

std::optional<std::string> FromBase64(std::string_view text) {
  std::string bytes(text.size(), '\0');
  std::size_t length = 0;
  if (mbedtls_base64_decode(reinterpret_cast<unsigned char*>(bytes.data()),
                            bytes.size(), &length, Bytes(text.data()),
                            text.size()) != 0) {
    return std::nullopt;
  }
  bytes.resize(length);
  // One spelling alone: neither line ends nor spare bits.
  if (ToBase64(std::as_bytes(std::span(bytes))) != text) return std::nullopt;
  return bytes;
}

}  // namespace answerbox::daemon
