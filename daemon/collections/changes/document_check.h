// Checks that a document may enter the index.
#pragma once

#include <optional>

#include "daemon/error.h"
#include "engine/text/content_id.h"
#include "engine/text/document_text.h"

namespace answerbox::daemon {

// Checks what DocumentText demands, except that marks are sorted and disjoint:
// the upload has checked that. Returns the SHA-256 of the text.
// Errors: kRejected (invalid_utf8, binary, empty, bad_marks, bad_blocks,
// sha256_mismatch),
// with an offset if the fault has a place. Allocates only error messages.
[[nodiscard]] Result<engine::Sha256> CheckDocument(
    const engine::DocumentText& document,
    const std::optional<engine::Sha256>& expected);

}  // namespace answerbox::daemon
