// The staged change that one connection has open: one at a time. A change that
// the client does not continue is dropped.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "daemon/collections/changes/staged_change.h"
#include "daemon/dispatch/bounds.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// Used by one thread at a time, except empty().
class OpenChange {
 public:
  using Clock = std::chrono::steady_clock;

  explicit OpenChange(const RequestBounds& limits)
      : idle_(std::chrono::duration_cast<std::chrono::seconds>(
            limits.upload_idle)) {}

  // Safe to call from any thread.
  [[nodiscard]] bool empty() const noexcept { return !is_open_; }

  // Returns the number that the change gets. Numbers are never used again.
  // Errors: kBusy when a change is open.
  [[nodiscard]] Result<std::uint64_t> Begin(StagedChange change);

  // Returns the change; this counts as its continuation. Valid until it is
  // taken or dropped. Errors: kNotFound; kTimeout when DropStale has dropped
  // it.
  [[nodiscard]] Result<StagedChange*> Find(std::uint64_t number);

  // Removes the change and returns it. Errors: as Find.
  [[nodiscard]] Result<StagedChange> Take(std::uint64_t number);

  // Drops the change if the client has not continued it since `time`. Otherwise
  // returns when the client last did.
  [[nodiscard]] std::optional<Clock::time_point> DropStale(
      Clock::time_point time);

 private:
  const std::chrono::seconds idle_;
  std::optional<StagedChange> change_;
  Clock::time_point last_used_{};
  std::atomic<bool> is_open_{false};
  std::uint64_t last_number_ = 0;  // Of the change, if one is open.
  std::uint64_t expired_ = 0;      // The last change that was dropped; 0: none.
};

}  // namespace answerbox::daemon
