// UTF-8 at the door: what passes here is well-formed (RFC 3629) for good, and
// later stages decode without checking.
#pragma once

#include <string_view>

#include "engine/result.h"

namespace answerbox::engine {

// Errors: kInvalidUtf8  overlong form, surrogate, past U+10FFFF, or cut short
//         kBinaryText   U+0000
// `offset` is the first byte of the offending sequence. Allocates nothing.
[[nodiscard]] Result<void> ValidateUtf8(std::string_view text) noexcept;

// Length of the longest prefix of `text` that ends on a character boundary and
// has at most `max_bytes` bytes. Precondition: `text` is valid UTF-8.
[[nodiscard]] std::size_t FloorToCharacter(std::string_view text,
                                           std::size_t max_bytes) noexcept;

}  // namespace answerbox::engine
