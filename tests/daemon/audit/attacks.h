// What somebody who writes to the disk can do to a log while the daemon is
// stopped: each row of docs/audit-format.md, "Attacks".
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/daemon/audit/attacked_box.h"

namespace answerbox::daemon {

struct Attack {
  const char* name;  // As the document has it.
  std::function<void(const Box&)> change;
  // Whether signing everything again is part of what can be tried.
  bool can_resign = true;
};

[[nodiscard]] const std::vector<Attack>& Attacks();

// What somebody does who has the signing key, too: signs again what is not good
// any more.
void SignAgain(const Box& box);

// Lines, each with its line feed.
using Lines = std::vector<std::string>;

}  // namespace answerbox::daemon
