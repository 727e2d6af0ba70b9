// The names that collections, documents and their files may have.
// docs/socket-protocol.md.
#pragma once

#include <array>
#include <string_view>

#include "daemon/error.h"
#include "protocol/names/collection_name.h"

namespace answerbox::daemon {

// In the folder of a collection.
inline constexpr const char* kManifestFileName = "manifest";
inline constexpr const char* kSegmentExtension = ".segment";
inline constexpr const char* kSynonymsExtension = ".synonyms";
inline constexpr const char* kGuardExtension = ".guard";
inline constexpr const char* kBeforeExtension = ".before";
inline constexpr const char* kPagesExtension = ".pages";
// The extensions of the files that a manifest names.
inline constexpr std::array kNumberedExtensions{
    kSegmentExtension, kSynonymsExtension, kGuardExtension, kBeforeExtension,
    kPagesExtension};
// The result of the last self-check, which daemon/exam keeps.
inline constexpr const char* kCheckFileName = "self-check";
// What people said of answers, which daemon/exam keeps.
inline constexpr const char* kFeedbackFileName = "feedback";
// Between the name of a file that a repair did without, and a number.
inline constexpr const char* kAsideMark = ".aside-";

// Whether the file's name ends as those that a manifest may name.
[[nodiscard]] bool IsNumberedFile(std::string_view name) noexcept;

// Errors: kRejected (bad_name).
[[nodiscard]] Result<void> CheckCollectionName(std::string_view name);

// Checks the name of a document to be added. Errors: kRejected (bad_name). The
// rules are in protocol/names/document_name.h.
[[nodiscard]] Result<void> CheckDocumentName(std::string_view name);

}  // namespace answerbox::daemon
