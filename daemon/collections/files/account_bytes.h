// The account of a document's words as a segment keeps it: the bytes of an
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

// Preconditions: the bounds of word_account.h; pages ascend by number. At most
// engine::kMaxAttachmentBytes.
[[nodiscard]] std::string EncodeAccount(const protocol::WordAccount& account);

// Nothing where the bytes are none of EncodeAccount's.
[[nodiscard]] std::optional<protocol::WordAccount> DecodeAccount(
    std::string_view bytes);

// WordAccount::total of a document that has an account; nothing if it has none
// that this program can read.
[[nodiscard]] std::optional<protocol::PageAccount> TotalOf(
    const engine::DocumentText& document);

}  // namespace answerbox::daemon
