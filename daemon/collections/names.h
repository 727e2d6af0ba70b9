// Which names collections and documents may have. docs/socket-protocol.md.
#pragma once

#include <string_view>

#include "daemon/error.h"

namespace answerbox::daemon {

inline constexpr std::size_t kMaxCollectionNameBytes = 64;

// 1 to 64 of a-z 0-9 - _, the first a letter or digit: such a name is also the
// name of the collection's folder.
[[nodiscard]] bool IsCollectionName(std::string_view name) noexcept;

// Errors: kRejected (bad_name).
[[nodiscard]] Result<void> CheckCollectionName(std::string_view name);

// A relative path of 1 to 1,024 bytes of UTF-8 without control characters, no
// part of which is empty, "." or "..". Errors: kRejected (bad_name).
[[nodiscard]] Result<void> CheckDocumentName(std::string_view name);

}  // namespace answerbox::daemon
