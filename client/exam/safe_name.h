// Names as fields of TREC's files, which white space separates.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client {

// The name itself, if it has no white space and no other control
// character and does not begin with '#'. Else these bytes, and '%', become '%'
// and two hexadecimal digits, as in a URL: "my file.md" is "my%20file.md".
[[nodiscard]] std::string SafeName(std::string_view name);

}  // namespace answerbox::client
