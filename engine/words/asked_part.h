// People write messages: what happened to them, then what they want to know.
#pragma once

#include <string_view>

namespace answerbox::engine {

inline constexpr unsigned kLeastStoryWords = 16;

// The sentences of a message that end with a question mark, as one part of it:
// those that follow each other at its last question. The whole message if none
// does, or if the others have fewer than kLeastStoryWords words: a few words
// more belong to the question ("We are short of gloves. Can we wash a pair?").
// Allocates nothing; linear in the message.
[[nodiscard]] std::string_view AskedPart(std::string_view message) noexcept;

}  // namespace answerbox::engine
