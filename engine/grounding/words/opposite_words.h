// Which English words deny what follows, and which words are opposites where
// one stands in the place of the other.
#pragma once

#include <string_view>

namespace answerbox::engine {

// "not", "no", "without", "can't", "avoid".
//   word  in lower case, its apostrophe plain
[[nodiscard]] bool IsNegation(std::string_view word) noexcept;

// Whether a text that has one word in the place of the other says the contrary.
//   a, b  stems; of stop words the word itself
[[nodiscard]] bool AreOpposite(std::string_view a, std::string_view b) noexcept;

// Whether one is the other with a prefix that denies: "normal" and "abnormal",
// "hypotension" and "hypertension".
//   a, b  words in lower case, or stems
[[nodiscard]] bool ArePrefixOpposites(std::string_view a,
                                      std::string_view b) noexcept;

// Whether a negation before the word denies what follows the word: "not
// usually given", "not able to walk".
//   word  in lower case
[[nodiscard]] bool IsPassedByNegation(std::string_view word) noexcept;

// "take", "using", "drink": "not to take X" is to avoid X.
//   word  in lower case
[[nodiscard]] bool IsUse(std::string_view word) noexcept;

// "stop", "withhold": to stop X, or to stop taking X, is to avoid X.
//   word  in lower case
[[nodiscard]] bool IsStop(std::string_view word) noexcept;

// "on" and "off", "up" and "down": opposites after words such as "turn".
//   a, b  in lower case
[[nodiscard]] bool AreSwitched(std::string_view a, std::string_view b) noexcept;

// "turn", "switch": what stands before "on" and "off" where these are
// opposites.
//   word  in lower case
[[nodiscard]] bool IsSwitch(std::string_view word) noexcept;

// "pre" and "post", as they stand before a hyphen.
//   a, b  in lower case
[[nodiscard]] bool ArePrefixPair(std::string_view a,
                                 std::string_view b) noexcept;

}  // namespace answerbox::engine
