// Names of documents: relative paths the daemon accepts and a terminal can
// show.
#pragma once

#include <string_view>

#include "daemon/client/convert/converted_document.h"

namespace answerbox::client {

inline constexpr std::size_t kMaxNameBytes = 1024;

// docs/socket-protocol.md, `documents.add`. Errors: kBadName.
[[nodiscard]] Conversion<void> CheckDocumentName(std::string_view name);

}  // namespace answerbox::client
