// When segments are rewritten without the documents that were removed from
// them. docs/operations.md, "Erasing".
//
// A segment is rewritten when its oldest removal has waited for three quarters
// of the time that erasing may take. All removals of that time go together, so
// a card is not worn by rewriting a large segment for each, and a quarter of
// the time is left for the work and for trying again.
#pragma once

#include <chrono>

namespace answerbox::daemon {

// After erasing failed: when room on the disk may have come back, and when
// nothing but an operator can help.
inline constexpr std::chrono::minutes kErasingRetry{1};
inline constexpr std::chrono::hours kHopelessErasingRetry{1};
// How long maintenance sleeps at most while something is to be erased, so that
// it notices a clock that was set forward.
inline constexpr std::chrono::minutes kLongestErasingSleep{10};

// What a removal of that time is erased by at the latest.
[[nodiscard]] constexpr std::chrono::sys_seconds ErasingDue(
    std::chrono::sys_seconds removed, std::chrono::seconds erase_after) {
  return removed + erase_after;
}

// When the segment is rewritten for it.
[[nodiscard]] constexpr std::chrono::sys_seconds ErasingBegins(
    std::chrono::sys_seconds removed, std::chrono::seconds erase_after) {
  return removed + erase_after - erase_after / 4;
}

}  // namespace answerbox::daemon
