// Finds out how a log was damaged, from the lines around the first line that
// does not follow from its predecessor.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/audit/chain.h"
#include "protocol/audit/verifier.h"

namespace answerbox::protocol {

struct BrokenPlace {
  const Chain& chain;     // Up to the previous line.
  std::string_view text;  // The whole file.
  std::size_t previous;   // Offset of the previous line; npos: other file.
  std::size_t broken;     // Offset of the line that does not follow.
};

// Precondition: the line does not follow. Takes time linear in the rest of the
// file.
[[nodiscard]] Finding Diagnose(const BrokenPlace& place);

}  // namespace answerbox::protocol
