// Text from documents and file names, made safe to show: nothing in it can move
// the cursor, change colours or reverse the reading direction.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace answerbox::client {

// Whether a character of text can be sent to a terminal as it is: neither a
// control character nor one that turns the direction of text or ends a line.
[[nodiscard]] bool IsPrintable(std::int32_t character) noexcept;

// The same, and whether it shows: in a name no character should hide. Joiners
// and variation selectors pass, which scripts and emoji need.
[[nodiscard]] bool IsVisible(std::int32_t character) noexcept;

// Every byte that is not UTF-8, and each byte of a character that is not
// visible, as a `\x1b` or `\n` escape; the rest as it is. For names and
// messages: nothing is lost.
[[nodiscard]] std::string Escaped(std::string_view text);

// Characters that are not printable one by one replaced with spaces, byte for
// byte, so that offsets into the text stay right. For running text.
[[nodiscard]] std::string BlankedOut(std::string_view text);

}  // namespace answerbox::client
