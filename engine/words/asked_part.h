// People write messages: what happened to them, then what they want to know.
#pragma once

#include <string_view>

namespace answerbox::engine {

inline constexpr unsigned kLeastStoryWords = 16;

// Finds what a message asks: its last question, which is a sentence that ends
// with a question mark, together with the questions right before it. Returns
// the whole message if it has no question, or if its other sentences have fewer
// than kLeastStoryWords words: these belong to the question ("We are short of
// gloves. Can we wash a pair?").
// Allocates nothing; linear in the message.
[[nodiscard]] std::string_view AskedPart(std::string_view message) noexcept;

}  // namespace answerbox::engine
