// Which names collections, documents and their files may have.
// docs/socket-protocol.md.
#pragma once

#include <string_view>

#include "daemon/collection_name.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// Of a collection, in its folder.
inline constexpr const char* kManifestFileName = "manifest";

// Errors: kRejected (bad_name).
[[nodiscard]] Result<void> CheckCollectionName(std::string_view name);

// For a document to add. Those that are there may have names of older days.
// Errors: kRejected (bad_name), as daemon/document_name.h has it.
[[nodiscard]] Result<void> CheckDocumentName(std::string_view name);

}  // namespace answerbox::daemon
