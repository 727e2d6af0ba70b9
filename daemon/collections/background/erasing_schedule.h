// Plans the erasing of removed documents: what is erased next, and when.
// docs/operations.md, "Erasing". Safe to use from any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "daemon/collections/background/erasing_policy.h"
#include "daemon/collections/background/pending_erasure.h"
#include "daemon/collections/files/forward_clock.h"
#include "daemon/collections/snapshots/catalog.h"
#include "daemon/error.h"

namespace answerbox::daemon {

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

  // The task that begins first, if there is any.
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
