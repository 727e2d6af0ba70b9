// What happened to a log, told from the lines around the first one that does
// not follow from those before it.
#pragma once

#include <optional>
#include <string_view>

#include "daemon/audit/format/chain.h"
#include "daemon/audit/format/verifier.h"

namespace answerbox::daemon {

struct BrokenPlace {
  const Chain& chain;     // Up to the line before.
  std::string_view text;  // Of the file.
  std::size_t previous;   // Where the line before begins; npos: other file.
  std::size_t broken;     // Where the line begins that does not follow.
};

// Precondition: the line does not follow. Linear in the rest of the file.
[[nodiscard]] Finding Diagnose(const BrokenPlace& place);

}  // namespace answerbox::daemon
