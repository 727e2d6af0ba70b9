// Texts in forms in which they are compared, whatever typesetting did to them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

// In Unicode's form NFKC, without soft hyphens and without hyphens at line ends
// ("clean- body"); white space is single blanks. A byte that is not UTF-8
// becomes U+FFFD.
[[nodiscard]] std::string PlainText(std::string_view text);

// Its letters and digits alone, in lower case.
[[nodiscard]] std::string TightText(std::string_view text);

// Its words of ASCII letters and digits, in lower case.
[[nodiscard]] std::vector<std::string> PlainWords(std::string_view text);

}  // namespace answerbox::client
