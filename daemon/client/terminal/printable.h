// Text from documents and file names, made safe to show: nothing in it can move
// the cursor, change colours or reverse the reading direction.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client {

// Every control character, byte that is not UTF-8, and character that overrides
// the reading direction as a `\x1b` or `\n` escape; the rest as it is. For
// names and messages: nothing is lost.
[[nodiscard]] std::string Escaped(std::string_view text);

// The same characters one by one replaced with spaces, byte for byte, so that
// offsets into the text stay right. For running text.
[[nodiscard]] std::string BlankedOut(std::string_view text);

}  // namespace answerbox::client
