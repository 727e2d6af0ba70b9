// The reply to a request, for any transport.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/error.h"

namespace answerbox::daemon {

// The progress of a request: docs/socket-protocol.md, "progress".
struct WorkDone {
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::string_view unit = "bytes";  // In static storage.
};

// Sends the answer to one request. Copies share the request; the first answer
// counts. If the last copy is destroyed without an answer, the error `internal`
// is sent, so no client waits for ever. Safe to use from any thread.
class Reply {
 public:
  // May throw std::bad_alloc; then nothing has been sent.
  using SendResult = std::function<void(Result<std::string>)>;
  using SendProgress = std::function<void(const WorkDone& work)>;
  using IsAwaited = std::function<bool()>;

  Reply(SendResult send_result, SendProgress send_progress,
        IsAwaited is_awaited);

  // Sends the result, which is JSON text, or the error. When memory does not
  // suffice, the error `internal` is sent instead. When it does not suffice for
  // that either, the process ends, as the request could never be answered.
  void Send(Result<std::string> result) const noexcept;
  void Progress(const WorkDone& work) const;
  // False some time after the client has closed its connection, and then for
  // good. Work for this reply alone can be left out then.
  [[nodiscard]] bool is_awaited() const;
  // Runs `rest` of the method on a thread of its lane, after what waits there
  // now. Where there is no lane, runs it at once. Answers with kBusy if the
  // lane has no thread any more. The method returns after it.
  void GiveWay(std::function<void()> rest) const;
  // Goes on with `rest` on a thread of the slow lane, among whose requests this
  // one then counts, instead of those of its lane. The method returns after it.
  // `rest` is not run if nobody waits for the reply by then. Where there is no
  // lane, it is run at once. Errors: kBusy if the slow lane has no room or no
  // thread; the method then answers with the error, which gives back the place
  // that the request may have taken there. Precondition: the reply has not been
  // sent.
  [[nodiscard]] Result<void> GoOnSlowly(std::function<void()> rest) const;
  // The rest of the work is done outside of the request's lane, and bounded
  // there: the request makes room in its lane for another one.
  void LeaveLane() const noexcept;

 private:
  // The dispatcher calls these before the method has the reply.
  friend class Dispatcher;
  // LogFault is called with an error that is sent. `method` is in static
  // storage.
  void LogFaultsOf(std::string_view method) const noexcept;
  using Post = std::function<void(std::function<void()> rest)>;
  void PostRestWith(Post post) const;
  using PostSlowly = std::function<Result<void>(std::function<void()> rest)>;
  void PostSlowRestWith(PostSlowly post) const;
  // Subtracts one from `count` just before the answer is sent. `count` outlives
  // the request. A count that was to be left before is left now.
  void LeaveWhenAnswered(std::atomic<std::size_t>& count) const noexcept;

  struct Pending;
  explicit Reply(std::shared_ptr<Pending> pending)
      : pending_(std::move(pending)) {}
  [[nodiscard]] std::weak_ptr<Pending> weak() const { return pending_; }
  // Nothing when the request was answered and forgotten.
  [[nodiscard]] static std::optional<Reply> From(
      const std::weak_ptr<Pending>& pending);

  std::shared_ptr<Pending> pending_;
};

}  // namespace answerbox::daemon
