// A signed head of the audit log, for the codes of answers' records.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "daemon/audit/audit_log.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// Keeps the newest head that it signed: signing takes a record and the disk, so
// that who opens one code again and again must not cause one each time. Used by
// any thread.
class RecentHead {
 public:
  using Clock = std::chrono::steady_clock;

  // `log`, null or alive as long as this.
  explicit RecentHead(AuditLog* log) : log_(log) {}

  // Returns the text of a head that was signed at `since` or later, or now.
  // Errors: kNotFound, there is no log, or what was recorded at `since` may
  // have been removed from it; those of AuditLog::Head.
  [[nodiscard]] Result<std::string> SignedSince(Clock::time_point since);

 private:
  AuditLog* const log_;
  std::mutex mutex_;
  std::string text_;
  Clock::time_point time_ = Clock::time_point::min();
};

}  // namespace answerbox::daemon
