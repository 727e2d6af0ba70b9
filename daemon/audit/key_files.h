// The keys in the audit folder. They are made at the first start, and only the
// daemon can read them. Invariant: a signing key is stored only while there is
// a kept head. Each file ends with a checksum, so that a damaged key
// is never used. docs/audit-format.md, "Keys".
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "daemon/error.h"
#include "protocol/audit/signing_key.h"

namespace answerbox::daemon {

using QuestionKey = std::array<std::byte, 32>;

// Returns the content of the files.
[[nodiscard]] std::string SigningKeyText(const SigningKey& key);
[[nodiscard]] std::string QuestionKeyText(const QuestionKey& key);

// Returns nothing if there is no file. Errors: kStorage; kCorrupt (the file is
// damaged, holds no key, or has the form of another version).
[[nodiscard]] Result<std::optional<SigningKey>> LoadSigningKey(
    const std::filesystem::path& folder);
// Writes the public key if it is missing or differs: a power cut may have come
// between the two files. Errors: kStorage.
[[nodiscard]] Result<void> RestorePublicKey(const std::filesystem::path& folder,
                                            const SigningKey& key);
// Replaces the signing key. Errors: kStorage.
[[nodiscard]] Result<void> StoreSigningKey(const std::filesystem::path& folder,
                                           const SigningKey& key);

// Returns the key that questions are hashed with, if records hold them hashed;
// nothing if there is no file. Errors: as LoadSigningKey.
[[nodiscard]] Result<std::optional<QuestionKey>> LoadQuestionKey(
    const std::filesystem::path& folder);
// Makes the key, and the folder, if they are missing. Errors: as
// LoadSigningKey; kInternal.
[[nodiscard]] Result<QuestionKey> LoadOrMakeQuestionKey(
    const std::filesystem::path& folder);

}  // namespace answerbox::daemon
