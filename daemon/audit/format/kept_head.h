// The newest head, kept in the root of the state directory beside the audit
// folder: it says how long the log was and who signed, whatever becomes of the
// folder. docs/audit-format.md, "The kept head".
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/audit/format/signed_head.h"
#include "daemon/error.h"

namespace answerbox::daemon {

inline constexpr const char* kKeptHeadFile = "audit-head";

struct KeptHead {
  SignedHead head;  // Of kind kKept or kStopped.
  PublicKey key;    // That signed it.

  // Two lines: the head as SignedHead writes it, and the key.
  [[nodiscard]] std::string Text() const;
};

// Nothing when it is anything but what Text writes, or when the signature is
// not good.
[[nodiscard]] std::optional<KeptHead> ParseKeptHead(std::string_view text);

enum class KeptHeadState : std::uint8_t { kMissing, kDamaged, kGood };

struct FoundKeptHead {
  KeptHeadState state = KeptHeadState::kMissing;
  std::optional<KeptHead> kept;  // When it is good.
};

// Errors: kStorage.
[[nodiscard]] Result<FoundKeptHead> ReadKeptHead(
    const std::filesystem::path& path);

// In the place of the one before; all of it is on the disk when this returns,
// and a power cut leaves one of the two. Errors: kStorage.
[[nodiscard]] Result<void> StoreKeptHead(const std::filesystem::path& path,
                                         const KeptHead& kept);

}  // namespace answerbox::daemon
