// Where the daemon listens when nobody says.
#pragma once

#include <string>

namespace answerbox::client {

// $ANSWERBOX_SOCKET, else $XDG_RUNTIME_DIR/answerbox.sock if it exists, else
// /run/answerbox/answerbox.sock.
[[nodiscard]] std::string DefaultSocketPath();

}  // namespace answerbox::client
