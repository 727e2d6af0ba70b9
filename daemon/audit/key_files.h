// The audit folder's keys: made at first start, readable by the daemon alone.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>

#include "daemon/audit/signing_key.h"
#include "daemon/error.h"

namespace answerbox::daemon {

using QuestionKey = std::array<std::byte, 32>;

// Errors: kStorage, kCorrupt (the file holds no key), kInternal.
[[nodiscard]] Result<SigningKey> LoadOrMakeSigningKey(
    const std::filesystem::path& folder);
// Puts a new key in the place of the old one.
[[nodiscard]] Result<void> StoreSigningKey(const std::filesystem::path& folder,
                                           const SigningKey& key);

// What questions are hashed with, where they are not to be read.
[[nodiscard]] Result<QuestionKey> LoadOrMakeQuestionKey(
    const std::filesystem::path& folder);

}  // namespace answerbox::daemon
