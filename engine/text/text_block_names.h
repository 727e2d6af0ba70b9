// The words for kinds of blocks that people and programs read: "heading",
// "lead_in". Those of docs/socket-protocol.md.
#pragma once

#include <optional>
#include <string_view>

#include "engine/text/text_block.h"

namespace answerbox::engine {

// "unknown" for a kind of a later program. Static storage.
[[nodiscard]] std::string_view NameOf(TextBlockKind kind) noexcept;
[[nodiscard]] std::optional<TextBlockKind> TextBlockKindOf(
    std::string_view name) noexcept;

}  // namespace answerbox::engine
