// The files of a log: those in the audit folder, and the newest head, which is
// kept in the root of the state directory beside it. That head says how long
// the log was and which key signed it, even if the folder is changed or lost.
// docs/audit-format.md, "Files" and "The kept head".
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/error.h"
#include "protocol/audit/signed_head.h"
#include "protocol/error.h"

namespace answerbox::protocol {

inline constexpr const char* kSigningKeyFile = "signing.key";
inline constexpr const char* kPublicKeyFile = "signing.pub";
inline constexpr const char* kQuestionKeyFile = "question.key";

// "000000012345.jsonl", from the number of its first record.
[[nodiscard]] std::string LogFileName(std::uint64_t first_record);

// The log's files, in order.
[[nodiscard]] platform::Result<std::vector<std::filesystem::path>> ListLogFiles(
    const std::filesystem::path& folder);

// Replaces the file in one step, and syncs it. A power cut leaves the old one
// or the new one. Errors: kStorage.
[[nodiscard]] Result<void> StoreWhole(const std::filesystem::path& path,
                                      std::string_view text);

// The kStorage error for what the operating system refused.
[[nodiscard]] Error AuditStorageError(const platform::Error& error);

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

// As StoreWhole.
[[nodiscard]] Result<void> StoreKeptHead(const std::filesystem::path& path,
                                         const KeptHead& kept);

}  // namespace answerbox::protocol
