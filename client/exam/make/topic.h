// What a phrase is about: its words without endings and small words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

// The word without its plural's or owner's s.
[[nodiscard]] std::string Singular(std::string_view word);

// The words of a phrase that say what it is about.
[[nodiscard]] std::vector<std::string> TopicWords(std::string_view phrase);

[[nodiscard]] bool HasAny(const std::vector<std::string>& all,
                          const std::vector<std::string>& part);

// Whether the phrases have the same words, whatever their number and case, or
// one has all words of the other.
[[nodiscard]] bool SharesTopic(std::string_view phrase, std::string_view title);

}  // namespace answerbox::client
