// Attacks on a log by somebody who can write to the disk while the daemon is
// stopped: the rows of attacks.md.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/daemon/audit/attacked_box.h"

namespace answerbox::daemon {

struct Attack {
  const char* name;  // As in the document's table.
  std::function<void(const Box&)> change;
  // Whether the attack can be combined with SignAgain.
  bool can_resign = true;
};

[[nodiscard]] const std::vector<Attack>& Attacks();

// The attacker also has the signing key: repairs the chain and signs again the
// heads that are no longer good.
void SignAgain(const Box& box);

// Splits a file into lines, each with its line feed.
using Lines = std::vector<std::string>;

}  // namespace answerbox::daemon
