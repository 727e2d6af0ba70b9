#include "protocol/audit/digest.h"

#include <mbedtls/base64.h>
#include <nettle/sha2.h>

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace answerbox::protocol {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
// RFC 6962, section 2.1: the hash of a leaf and that of a node begin with
// different bytes. Otherwise a node's two children could be passed off as a
// line.
constexpr unsigned char kLeaf = 0;
constexpr unsigned char kNode = 1;

const unsigned char* Bytes(const void* bytes) {
  return static_cast<const unsigned char*>(bytes);
}

Digest Finish(sha256_ctx& context) noexcept {
  Digest digest{};
  sha256_digest(&context, digest.size(),
                reinterpret_cast<std::uint8_t*>(digest.data()));
  return digest;
}

int DigitValue(char digit) noexcept {
  if (digit >= '0' && digit <= '9') return digit - '0';
  // Upper-case digits are refused: each digest has one spelling, so that a
  // changed letter is found.
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  return -1;
}

}  // namespace

void RunningDigest::Add(std::string_view bytes) noexcept {
  sha256_update(&state_, bytes.size(), Bytes(bytes.data()));
}

Digest RunningDigest::Take() noexcept {
  Digest digest;
  sha256_digest(&state_, digest.size(),
                reinterpret_cast<std::uint8_t*>(digest.data()));
  return digest;
}

Digest HashLine(std::string_view line) noexcept {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, 1, &kLeaf);
  sha256_update(&context, line.size(), Bytes(line.data()));
  return Finish(context);
}

Digest HashNode(const Digest& left, const Digest& right) noexcept {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, 1, &kNode);
  sha256_update(&context, left.size(), Bytes(left.data()));
  sha256_update(&context, right.size(), Bytes(right.data()));
  return Finish(context);
}

KeyedHash::KeyedHash(std::span<const std::byte> key) noexcept {
  hmac_sha256_set_key(&keyed_, key.size(), Bytes(key.data()));
}

KeyedHash::Code KeyedHash::Of(std::string_view text) const noexcept {
  // A copy, so that the key is expanded once and threads may hash at the same
  // time.
  hmac_sha256_ctx context = keyed_;
  Code code{};
  hmac_sha256_update(&context, text.size(), Bytes(text.data()));
  hmac_sha256_digest(&context, code.size(),
                     reinterpret_cast<std::uint8_t*>(code.data()));
  return code;
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

bool IsId(std::string_view text) noexcept {
  return text.size() == kIdDigits && std::ranges::all_of(text, [](char digit) {
           return DigitValue(digit) >= 0;
         });
}

std::string ToBase64(std::span<const std::byte> bytes) {
  // mbedTLS also writes a terminating zero.
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
  std::size_t length = 0;
  [[maybe_unused]] const int error = mbedtls_base64_encode(
      reinterpret_cast<unsigned char*>(text.data()), text.size(), &length,
      Bytes(bytes.data()), bytes.size());
  assert(error == 0);
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
  // Accepts only the canonical spelling: no line ends, no spare bits.
  if (ToBase64(std::as_bytes(std::span(bytes))) != text) return std::nullopt;
  return bytes;
}

}  // namespace answerbox::protocol
