#include "daemon/dispatch/reply.h"

#include <atomic>
#include <new>
#include <utility>

#include "daemon/dispatch/fault_log.h"

namespace answerbox::daemon {

struct Reply::Pending {
  Pending(SendResult result, SendProgress progress, IsAwaited awaited)
      : send_result(std::move(result)),
        send_progress(std::move(progress)),
        is_awaited(std::move(awaited)) {}
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;
  // The last copy is gone without an answer: a fault or an exception made its
  // holder forget the request.
  ~Pending() {
    if (!is_answered) Fail("The daemon gave up on the request.");
  }

  // Answers with an error that says the daemon itself failed.
  void Fail(std::string message) {
    Leave();
    const Error error{ErrorKind::kInternal, std::move(message)};
    LogFault(method, error);
    send_result(error);
  }

  // Uses an exchange: the answer and LeaveLane may come from two threads, and
  // the count must go down only once.
  void Leave() noexcept {
    if (auto* const counted = count.exchange(nullptr)) --*counted;
  }

  SendResult send_result;
  SendProgress send_progress;
  IsAwaited is_awaited;
  std::string_view method;
  std::atomic<std::atomic<std::size_t>*> count = nullptr;
  Post post;
  PostSlowly post_slowly;
  std::atomic<bool> is_answered{false};
};

Reply::Reply(SendResult send_result, SendProgress send_progress,
             IsAwaited is_awaited)
    : pending_(std::make_shared<Pending>(std::move(send_result),
                                         std::move(send_progress),
                                         std::move(is_awaited))) {}

void Reply::Send(Result<std::string> result) const noexcept {
  // Two threads may answer, such as a method and a timeout: the first one
  // counts.
  if (pending_->is_answered.exchange(true)) return;
  // The place is given back before the answer is sent: a client that has the
  // answer may send its next request at once, and must find room for it.
  pending_->Leave();
  try {
    if (!result) LogFault(pending_->method, result.error());
    return pending_->send_result(std::move(result));
  } catch (const std::bad_alloc&) {
    // The error is sent below.
  }
  pending_->Fail("The daemon has no memory left for the reply.");
}

void Reply::Progress(const WorkDone& work) const {
  if (!pending_->is_answered) pending_->send_progress(work);
}

void Reply::LogFaultsOf(std::string_view method) const noexcept {
  pending_->method = method;
}

void Reply::LeaveWhenAnswered(std::atomic<std::size_t>& count) const noexcept {
  // A question that goes on as a slow request counts among those from now on,
  // and no longer in its lane.
  if (auto* const left = pending_->count.exchange(&count)) --*left;
}

void Reply::LeaveLane() const noexcept { pending_->Leave(); }

void Reply::PostRestWith(Post post) const { pending_->post = std::move(post); }

void Reply::GiveWay(std::function<void()> rest) const {
  // Without a lane no other request can go first.
  if (!pending_->post) return rest();
  pending_->post(std::move(rest));
}

void Reply::PostSlowRestWith(PostSlowly post) const {
  pending_->post_slowly = std::move(post);
}

Result<void> Reply::GoOnSlowly(std::function<void()> rest) const {
  if (pending_->post_slowly) return pending_->post_slowly(std::move(rest));
  rest();
  return {};
}

std::optional<Reply> Reply::From(const std::weak_ptr<Pending>& pending) {
  auto held = pending.lock();
  if (held == nullptr) return std::nullopt;
  return Reply(std::move(held));
}

bool Reply::is_awaited() const { return pending_->is_awaited(); }

}  // namespace answerbox::daemon
