// Checks that text is well-formed UTF-8 (RFC 3629), before it is stored. Stored
// text may be damaged later, so later stages accept any bytes; their results
// for malformed text are unspecified.
#pragma once

#include <string_view>

#include "engine/result.h"

namespace answerbox::engine {

// Errors: kInvalidUtf8  overlong form, surrogate, past U+10FFFF, or cut short
//         kBinaryText   U+0000
// `offset` is the first byte of the offending sequence. Allocates nothing.
[[nodiscard]] Result<void> ValidateUtf8(std::string_view text) noexcept;

// Whether the byte continues a character: it is not the first of one.
[[nodiscard]] constexpr bool IsContinuationByte(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

// Bytes of the well-formed sequence of two or more bytes at `position`; 0 when
// there is none. Precondition: position < text.size().
[[nodiscard]] std::size_t SequenceLength(std::string_view text,
                                         std::size_t position) noexcept;

// Length of the longest prefix of `text` that ends on a character boundary and
// has at most `max_bytes` bytes. If malformed text has no boundary within the
// length of one character, the result is `max_bytes`.
[[nodiscard]] std::size_t FloorToCharacter(std::string_view text,
                                           std::size_t max_bytes) noexcept;

}  // namespace answerbox::engine
