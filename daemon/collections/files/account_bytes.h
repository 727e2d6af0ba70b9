// Encodes the account of a document's words for a segment: the bytes of an
// attachment of the kind kWordAccountKind. docs/segment-format.md, "Account of
// words", has the layout; this file is its only reader and writer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/text/document_text.h"
#include "protocol/account/word_account.h"

namespace answerbox::daemon {

inline constexpr std::uint16_t kWordAccountVersion = 1;

// Returns at most engine::kMaxAttachmentBytes. Preconditions: the bounds of
// word_account.h; pages ascend by number.
[[nodiscard]] std::string EncodeAccount(const protocol::WordAccount& account);

// Returns nothing for bytes that EncodeAccount can't have made.
[[nodiscard]] std::optional<protocol::WordAccount> DecodeAccount(
    std::string_view bytes);

// Returns WordAccount::total of a document's account; nothing if it has none
// that this program can read.
[[nodiscard]] std::optional<protocol::PageAccount> TotalOf(
    const engine::DocumentText& document);

}  // namespace answerbox::daemon
