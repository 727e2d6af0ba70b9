// Plans the erasing of removed documents: which segment is rewritten without
// its removed documents, and when. docs/operations.md, "Erasing".
//
// A segment is rewritten when its oldest removal has waited for three quarters
// of `erase_after`. One rewrite erases all removals of that time, so that a
// flash card is not worn by rewriting a large segment for each of them. The
// last quarter is left for the work and for trying again.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "daemon/collections/files/forward_clock.h"
#include "daemon/collections/snapshots/catalog.h"
#include "daemon/collections/snapshots/summaries.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// Time until erasing is tried again after it failed. kErasingRetry: the disk
// may have room by then, or a backup has ended. kHopelessErasingRetry: only an
// operator can help.
inline constexpr std::chrono::minutes kErasingRetry{1};
inline constexpr std::chrono::hours kHopelessErasingRetry{1};
// The longest sleep of the maintenance thread while something is to be erased.
// The thread thus notices when the clock is set forward.
inline constexpr std::chrono::minutes kLongestErasingSleep{10};

// Returns the latest time by which a document removed at `removed` is erased.
[[nodiscard]] constexpr std::chrono::sys_seconds ErasingDue(
    std::chrono::sys_seconds removed, std::chrono::seconds erase_after) {
  return removed + erase_after;
}

// Returns the time at which its segment is rewritten to erase it.
[[nodiscard]] constexpr std::chrono::sys_seconds ErasingBegins(
    std::chrono::sys_seconds removed, std::chrono::seconds erase_after) {
  return removed + erase_after - erase_after / 4;
}

// Safe to use from any thread.
class ErasingSchedule {
 public:
  // The arguments outlive the schedule.
  ErasingSchedule(const Catalog& catalog, const ForwardClock& clock,
                  std::chrono::seconds erase_after)
      : catalog_(catalog), clock_(clock), erase_after_(erase_after) {}

  struct Task {
    std::string collection;
    std::uint64_t segment = kRemains;
    std::chrono::sys_seconds begins{};
  };
  // The segment number of a task that removes files which could not be removed
  // before.
  static constexpr std::uint64_t kRemains = 0;

  // Returns the task that begins first, if there is any.
  [[nodiscard]] std::optional<Task> Next() const;

  // Reports how a task ended. A failed task is put off for a while.
  void Done(const Task& task, const Result<void>& outcome);

  // Linear in the number of segments.
  [[nodiscard]] PendingErasure Pending() const;

 private:
  // Precondition: mutex_ is held.
  [[nodiscard]] std::chrono::sys_seconds NotBefore(std::uint64_t segment) const;

  const Catalog& catalog_;
  const ForwardClock& clock_;
  const std::chrono::seconds erase_after_;
  mutable std::mutex mutex_;
  // When to try a failed task again, by segment number.
  std::map<std::uint64_t, std::chrono::sys_seconds> put_off_;
  std::string problem_;
};

}  // namespace answerbox::daemon
