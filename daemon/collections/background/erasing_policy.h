// When a segment is rewritten without the documents that were removed from it.
// docs/operations.md, "Erasing".
//
// A segment is rewritten when its oldest removal has waited for three quarters
// of `erase_after`. One rewrite erases all removals of that time, so that a
// flash card is not worn by rewriting a large segment for each of them. The
// last quarter is left for the work and for trying again.
#pragma once

#include <chrono>

namespace answerbox::daemon {

// Time until erasing is tried again after it failed. kErasingRetry: the disk
// may have room by then. kHopelessErasingRetry: only an operator can help.
inline constexpr std::chrono::minutes kErasingRetry{1};
inline constexpr std::chrono::hours kHopelessErasingRetry{1};
// The longest sleep of the maintenance thread while something is to be erased.
// The thread thus notices when the clock is set forward.
inline constexpr std::chrono::minutes kLongestErasingSleep{10};

// The latest time by which a document removed at `removed` is erased.
[[nodiscard]] constexpr std::chrono::sys_seconds ErasingDue(
    std::chrono::sys_seconds removed, std::chrono::seconds erase_after) {
  return removed + erase_after;
}

// The time when its segment is rewritten to erase it.
[[nodiscard]] constexpr std::chrono::sys_seconds ErasingBegins(
    std::chrono::sys_seconds removed, std::chrono::seconds erase_after) {
  return removed + erase_after - erase_after / 4;
}

}  // namespace answerbox::daemon
