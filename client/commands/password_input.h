// Reads a password from a file or from the terminal.
#pragma once

#include <string>

#include "client/failure.h"

namespace answerbox::client {

// Returns the first line of `file`, or of standard input for "-". If `file` is
// empty, asks on the terminal twice, without echo. The password has 1 to 1,024
// bytes. Errors: kRejected (unreadable, empty, too long, typed differently, or
// no terminal to ask on).
//   prompt_name  whose password it is, for the prompt
[[nodiscard]] Outcome<std::string> ReadPassword(const std::string& file,
                                                const std::string& prompt_name);

// Overwrites the text before it is freed.
void Wipe(std::string& text);

}  // namespace answerbox::client
