#include "daemon/protocol/method.h"

#include <atomic>

namespace answerbox::daemon {

struct Reply::Pending {
  Pending(SendResult result, SendProgress progress)
      : send_result(std::move(result)), send_progress(std::move(progress)) {}
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;
  ~Pending() {
    if (is_answered) return;
    send_result(
        Error{ErrorKind::kInternal, "The daemon gave up on the request."});
  }

  SendResult send_result;
  SendProgress send_progress;
  std::atomic<bool> is_answered{false};
};

Reply::Reply(SendResult send_result, SendProgress send_progress)
    : pending_(std::make_shared<Pending>(std::move(send_result),
                                         std::move(send_progress))) {}

void Reply::Send(Result<std::string> result) const {
  if (pending_->is_answered.exchange(true)) return;
  pending_->send_result(std::move(result));
}

void Reply::Progress(const WorkDone& work) const {
  if (!pending_->is_answered) pending_->send_progress(work);
}

}  // namespace answerbox::daemon
