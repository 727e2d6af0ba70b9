// SHA-256 as the audit log uses it. docs/audit-format.md, "Hashes".
#pragma once

#include <nettle/hmac.h>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/text/content_id.h"

namespace answerbox::daemon {

using Digest = engine::Sha256;

inline constexpr std::size_t kHexDigestBytes = 64;

// Hash of a line, without its line feed: a leaf of the tree (RFC 6962, 2.1) and
// what the next record repeats. One pass over the line serves both.
[[nodiscard]] Digest HashLine(std::string_view line) noexcept;

// Hash of a node of the tree with two children.
[[nodiscard]] Digest HashNode(const Digest& left, const Digest& right) noexcept;

// HMAC-SHA-256-128 (RFC 2104, section 5): without the key nobody can try out
// what was asked.
class KeyedHash {
 public:
  using Code = std::array<std::byte, 16>;

  explicit KeyedHash(std::span<const std::byte> key) noexcept;
  [[nodiscard]] Code Of(std::string_view text) const noexcept;

 private:
  hmac_sha256_ctx keyed_;  // The key is hashed once, here.
};

// Lower-case digits, kHexDigestBytes of them.
void WriteHex(const Digest& digest, char* out) noexcept;
[[nodiscard]] std::string ToHex(std::span<const std::byte> bytes);
// Nothing when it is anything else than lower-case digits.
[[nodiscard]] std::optional<Digest> DigestFromHex(std::string_view hex);

// Whether it may name a log or a key: kIdDigits lower-case digits.
inline constexpr std::size_t kIdDigits = 16;
[[nodiscard]] bool IsId(std::string_view text) noexcept;

[[nodiscard]] std::string ToBase64(std::span<const std::byte> bytes);
// Nothing when it is not Base64 (RFC 4648, section 4).
[[nodiscard]] std::optional<std::string> FromBase64(std::string_view text);

}  // namespace answerbox::daemon
