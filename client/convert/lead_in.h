// The words before a list that its items continue: "You need:".
#pragma once

#include <string_view>

namespace answerbox::client {

// Whether a paragraph that stands before a list leads into it: it is short, and
// ends with a colon, says "following" or "as follows" in its last sentence, or
// is at most twelve words that end no sentence.
[[nodiscard]] bool IsLeadIn(std::string_view paragraph);

}  // namespace answerbox::client
