// Whether a document may enter the index: everything that DocumentText demands.
#pragma once

#include <optional>

#include "daemon/error.h"
#include "engine/text/content_id.h"
#include "engine/text/document_text.h"

namespace answerbox::daemon {

// Gives the text's SHA-256. Marks are known to be sorted and disjoint.
// Errors: kRejected (invalid_utf8, binary, empty, bad_marks, sha256_mismatch),
// with the offset where there is one. Allocates nothing but messages.
[[nodiscard]] Result<engine::Sha256> CheckDocument(
    const engine::DocumentText& document,
    const std::optional<engine::Sha256>& expected);

}  // namespace answerbox::daemon
