// The newest head, kept in the root of the state directory beside the audit
// folder. It says how long the log was and which key signed it, even if the
// folder is changed or lost. docs/audit-format.md, "The kept head".
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/audit/signed_head.h"
#include "protocol/error.h"

namespace answerbox::protocol {

inline constexpr const char* kKeptHeadFile = "audit-head";

struct KeptHead {
  SignedHead head;  // Of kind kKept or kStopped.
  PublicKey key;    // The key that signed it.

  // Two lines: SignedHead::Text of the head, and the key.
  [[nodiscard]] std::string Text() const;
};

// Nothing unless `text` is exactly what Text writes and the signature verifies.
[[nodiscard]] std::optional<KeptHead> ParseKeptHead(std::string_view text);

enum class KeptHeadState : std::uint8_t { kMissing, kDamaged, kGood };

struct FoundKeptHead {
  KeptHeadState state = KeptHeadState::kMissing;
  std::optional<KeptHead> kept;  // If state is kGood.
};

// Errors: kStorage.
[[nodiscard]] Result<FoundKeptHead> ReadKeptHead(
    const std::filesystem::path& path);

// Replaces the kept head and syncs it. A power cut leaves the old one or the
// new one. Errors: kStorage.
[[nodiscard]] Result<void> StoreKeptHead(const std::filesystem::path& path,
                                         const KeptHead& kept);

}  // namespace answerbox::protocol
