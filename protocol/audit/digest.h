// SHA-256 as the audit log uses it. docs/audit-format.md, "Hashes".
#pragma once

#include <nettle/hmac.h>
#include <nettle/sha2.h>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/text/content_id.h"

namespace answerbox::protocol {

using Digest = engine::Sha256;

inline constexpr std::size_t kHexDigestBytes = 64;

// SHA-256 of bytes that come in pieces.
class RunningDigest {
 public:
  RunningDigest() noexcept { sha256_init(&state_); }
  void Add(std::string_view bytes) noexcept;
  // The digest of all that was added; then it begins anew.
  [[nodiscard]] Digest Take() noexcept;

 private:
  sha256_ctx state_;
};

// The hash of a line without its line feed. It is a leaf of the tree (RFC 6962,
// 2.1), and the next record repeats it.
[[nodiscard]] Digest HashLine(std::string_view line) noexcept;

// The hash of an inner node of the tree.
[[nodiscard]] Digest HashNode(const Digest& left, const Digest& right) noexcept;

// HMAC-SHA-256-128 (RFC 2104, section 5). Without the key nobody can find out a
// question by hashing guesses.
class KeyedHash {
 public:
  using Code = std::array<std::byte, 16>;

  explicit KeyedHash(std::span<const std::byte> key) noexcept;
  [[nodiscard]] Code Of(std::string_view text) const noexcept;

 private:
  hmac_sha256_ctx keyed_;  // State after hashing the key.
};

// Writes kHexDigestBytes lower-case digits.
void WriteHex(const Digest& digest, char* out) noexcept;
[[nodiscard]] std::string ToHex(std::span<const std::byte> bytes);
// Nothing unless `hex` is kHexDigestBytes lower-case digits.
[[nodiscard]] std::optional<Digest> DigestFromHex(std::string_view hex);

// Whether `text` may be the id of a log or a key: kIdDigits lower-case
// hexadecimal digits.
inline constexpr std::size_t kIdDigits = 16;
[[nodiscard]] bool IsId(std::string_view text) noexcept;

[[nodiscard]] std::string ToBase64(std::span<const std::byte> bytes);
// Nothing unless `text` is Base64 (RFC 4648, section 4) in its one canonical
// spelling.
[[nodiscard]] std::optional<std::string> FromBase64(std::string_view text);

}  // namespace answerbox::protocol
