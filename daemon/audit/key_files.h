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

// The content of the files.
[[nodiscard]] std::string SigningKeyText(const SigningKey& key);
[[nodiscard]] std::string QuestionKeyText(const QuestionKey& key);

struct LoadedSigningKey {
  SigningKey key;
  // The file has no title and no checksum, as version 0.1.0 wrote it. The
  // writer stores the key anew once it has stored a kept head.
  bool is_of_old_version = false;
};

// Nothing if there is no file. Errors: kStorage, kCorrupt (the file is damaged
// or holds no key).
[[nodiscard]] Result<std::optional<LoadedSigningKey>> LoadSigningKey(
    const std::filesystem::path& folder);
// Replaces the signing key. Errors: kStorage.
[[nodiscard]] Result<void> StoreSigningKey(const std::filesystem::path& folder,
                                           const SigningKey& key);

// The key that questions are hashed with, if records hold them hashed. Makes
// the folder if it is missing. Errors: as LoadSigningKey; kInternal.
[[nodiscard]] Result<QuestionKey> LoadOrMakeQuestionKey(
    const std::filesystem::path& folder);

}  // namespace answerbox::daemon
