// The words of a command line that are one question.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/failure.h"

namespace answerbox::client {

// The words with blanks between them. Errors: kRejected for bytes that are not
// UTF-8; `what` is the text's name in the message.
[[nodiscard]] Outcome<std::string> JoinWords(
    const std::vector<std::string>& words, std::string_view what);

}  // namespace answerbox::client
