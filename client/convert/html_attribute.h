// Attributes of HTML elements.
#pragma once

#include <gumbo.h>

#include <optional>
#include <string_view>

namespace answerbox::client {

// Empty when the element has none of that name.
[[nodiscard]] std::string_view AttributeOf(const GumboElement& element,
                                           const char* name);

// Whether `word` is one of the attribute's words, separated by white space, in
// any case. `word` is in lower case.
[[nodiscard]] bool HasWord(const GumboElement& element, const char* name,
                           std::string_view word);

// Reads the number at the beginning of an attribute, limited to `least` and
// `most`. Nothing when there is no number.
[[nodiscard]] std::optional<int> NumberOf(const GumboElement& element,
                                          const char* name, int least,
                                          int most);

}  // namespace answerbox::client
