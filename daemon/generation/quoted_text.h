// Puts texts that others wrote into a prompt.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::daemon {

// Appends the text on one line, with one blank for several and for characters
// that steer anything, and with marks that look like citations in round
// brackets. So it cannot look like another part of the prompt.
void AppendQuoted(std::string_view text, std::string& out);

}  // namespace answerbox::daemon
