// The audit folder's keys: made at first start, readable by the daemon alone.
// Each file ends with a check of what is before it, so that a damaged key is
// never used. docs/audit-format.md, "Keys".
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>

#include "daemon/audit/format/signing_key.h"
#include "daemon/error.h"

namespace answerbox::daemon {

using QuestionKey = std::array<std::byte, 32>;

// The files' content.
[[nodiscard]] std::string SigningKeyText(const SigningKey& key);
[[nodiscard]] std::string QuestionKeyText(const QuestionKey& key);

struct LoadedSigningKey {
  SigningKey key;
  // The file has no title and no check, as version 0.1.0 wrote it. The writer
  // stores the key anew once it has stored a kept head: a key file with a title
  // says that a kept head exists.
  bool is_of_old_version = false;
};

// Errors: kStorage, kCorrupt (the file is damaged or holds no key), kInternal.
[[nodiscard]] Result<LoadedSigningKey> LoadOrMakeSigningKey(
    const std::filesystem::path& folder);
// Puts a new key in the place of the old one.
[[nodiscard]] Result<void> StoreSigningKey(const std::filesystem::path& folder,
                                           const SigningKey& key);

// What questions are hashed with, where they are not to be read. Makes the
// folder too. Errors: as above.
[[nodiscard]] Result<QuestionKey> LoadOrMakeQuestionKey(
    const std::filesystem::path& folder);

}  // namespace answerbox::daemon
