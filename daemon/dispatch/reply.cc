#include <atomic>
#include <new>

#include "daemon/dispatch/method.h"

namespace answerbox::daemon {

struct Reply::Pending {
  Pending(SendResult result, SendProgress progress, IsAwaited awaited)
      : send_result(std::move(result)),
        send_progress(std::move(progress)),
        is_awaited(std::move(awaited)) {}
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;
  ~Pending() {
    if (is_answered) return;
    send_result(
        Error{ErrorKind::kInternal, "The daemon gave up on the request."});
  }

  SendResult send_result;
  SendProgress send_progress;
  IsAwaited is_awaited;
  std::atomic<bool> is_answered{false};
};

Reply::Reply(SendResult send_result, SendProgress send_progress,
             IsAwaited is_awaited)
    : pending_(std::make_shared<Pending>(std::move(send_result),
                                         std::move(send_progress),
                                         std::move(is_awaited))) {}

void Reply::Send(Result<std::string> result) const noexcept {
  if (pending_->is_answered.exchange(true)) return;
  try {
    return pending_->send_result(std::move(result));
  } catch (const std::bad_alloc&) {
    // Told below.
  }
  pending_->send_result(Error{ErrorKind::kInternal,
                              "The daemon has no memory left for the reply."});
}

void Reply::Progress(const WorkDone& work) const {
  if (!pending_->is_answered) pending_->send_progress(work);
}

bool Reply::is_awaited() const { return pending_->is_awaited(); }

}  // namespace answerbox::daemon
