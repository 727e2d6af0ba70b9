// Names of files in the audit folder. docs/audit-format.md, "Files".
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "platform/error.h"
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

// The kStorage error for what the operating system refused.
[[nodiscard]] Error AuditStorageError(const platform::Error& error);

}  // namespace answerbox::protocol
