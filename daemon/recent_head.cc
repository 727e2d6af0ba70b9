#include "daemon/recent_head.h"

namespace answerbox::daemon {

Result<std::string> RecentHead::SignedSince(Clock::time_point since) {
  if (log_ == nullptr) {
    return Error{ErrorKind::kNotFound, "There is no audit log."};
  }
  const std::lock_guard lock(mutex_);
  if (time_ >= since) return text_;
  // It covers what was accepted before Head is called.
  const Clock::time_point begun = Clock::now();
  const auto head = log_->Head();
  if (!head) return head.error();
  text_ = head->Text();
  time_ = begun;
  return text_;
}

}  // namespace answerbox::daemon
