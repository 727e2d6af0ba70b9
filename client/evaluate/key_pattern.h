// Regular expressions that a right answer matches.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace answerbox::client {

// What is wrong with the expression, in Perl's syntax; nothing if it is right.
[[nodiscard]] std::optional<std::string> KeyFault(const std::string& key);

// Whether the key is somewhere in the text, in upper or lower case; or, without
// the characters that are neither letters nor digits, in the text without them,
// unless the key has a backslash.
// A key that takes too long to match does not match. Precondition: no fault.
[[nodiscard]] bool HasKey(std::string_view text, const std::string& key);

}  // namespace answerbox::client
