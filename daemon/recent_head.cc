#include "daemon/recent_head.h"

namespace answerbox::daemon {
namespace {

// `since` is at most this long after a link's record: its time is rounded up.
constexpr std::chrono::seconds kRounding{2};

}  // namespace

Result<std::string> RecentHead::SignedSince(Clock::time_point since) {
  if (log_ == nullptr) {
    return Error{ErrorKind::kNotFound, "There is no audit log."};
  }
  if (since - kRounding < log_->removed_before()) {
    return Error{ErrorKind::kNotFound,
                 "The record was removed from the audit log."};
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
