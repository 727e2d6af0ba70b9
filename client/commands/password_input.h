// Where a password that a person gives comes from.
#pragma once

#include <string>

#include "client/failure.h"

namespace answerbox::client {

// The first line of `file`, or of standard input for "-"; with an empty `file`,
// what is typed on the terminal, twice and without echo. 1 to 1,024 bytes.
// Errors: kRejected (unreadable, empty, too long, not typed alike, or no
// terminal to ask).
//   prompt_name  whose password it is, for the prompt
[[nodiscard]] Outcome<std::string> ReadPassword(const std::string& file,
                                                const std::string& prompt_name);

// Overwrites the text before it is freed.
void Wipe(std::string& text);

}  // namespace answerbox::client
