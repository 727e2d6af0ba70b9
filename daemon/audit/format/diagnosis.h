// Finds out how a log was damaged, from the lines around the first line that
// does not follow from its predecessor.
#pragma once

#include <optional>
#include <string_view>

#include "daemon/audit/format/chain.h"
#include "daemon/audit/format/verifier.h"

namespace answerbox::daemon {

struct BrokenPlace {
  const Chain& chain;     // Up to the previous line.
  std::string_view text;  // The whole file.
  std::size_t previous;   // Offset of the previous line; npos: other file.
  std::size_t broken;     // Offset of the line that does not follow.
};

// Precondition: the line does not follow. Takes time linear in the rest of the
// file.
[[nodiscard]] Finding Diagnose(const BrokenPlace& place);

}  // namespace answerbox::daemon
