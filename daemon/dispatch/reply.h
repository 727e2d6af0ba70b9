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
  // Becomes false some time after the client has closed its connection, and
  // stays so. Work for this reply alone can then be left out.
  [[nodiscard]] bool is_awaited() const;
  // Runs `rest` of the method on a thread of its lane, after the requests that
  // wait there now, or at once where there is no lane. Answers with kBusy if
  // the lane has no thread any more. The method must return right after this
  // call.
  void GiveWay(std::function<void()> rest) const;
  // Runs `rest` of the method on a thread of the slow lane. The request then
  // counts among the slow ones instead of those of its lane. The method must
  // return right after this call. `rest` does not run if nobody waits for the
  // reply by then. Where there is no lane, it runs at once. Errors: kBusy if
  // the slow lane has no room or no thread. The method then answers with the
  // error, which gives back the place that the request may have taken there.
  // Precondition: the reply has not been sent.
  [[nodiscard]] Result<void> GoOnSlowly(std::function<void()> rest) const;
  // Gives the request's place in its lane to another one. For a request whose
  // remaining work is done, and bounded, outside of the lane.
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
  // the request. If the request counted elsewhere before, it leaves that count
  // now.
  void LeaveWhenAnswered(std::atomic<std::size_t>& count) const noexcept;

  struct Pending;
  explicit Reply(std::shared_ptr<Pending> pending)
      : pending_(std::move(pending)) {}
  [[nodiscard]] std::weak_ptr<Pending> weak() const { return pending_; }
  // Returns the reply, or nothing when the request was answered and forgotten.
  [[nodiscard]] static std::optional<Reply> From(
      const std::weak_ptr<Pending>& pending);

  std::shared_ptr<Pending> pending_;
};

}  // namespace answerbox::daemon
