// One request's way back to its caller, by whatever transport it came.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "daemon/dispatch/work_done.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// One request's way back. Copies share the request; the first answer counts.
// When the last copy goes without an answer, the error `internal` is sent: no
// client waits for ever. Safe from any thread.
class Reply {
 public:
  // May throw std::bad_alloc, having done nothing.
  using SendResult = std::function<void(Result<std::string>)>;
  using SendProgress = std::function<void(const WorkDone& work)>;
  using IsAwaited = std::function<bool()>;

  Reply(SendResult send_result, SendProgress send_progress,
        IsAwaited is_awaited);

  // The result is JSON text. Where memory has no room for sending it, the error
  // `internal` goes instead; where it has none for that either, the process
  // ends, as nobody else would ever end the request.
  void Send(Result<std::string> result) const noexcept;
  void Progress(const WorkDone& work) const;
  // False once the client has closed its connection: what only it wants to know
  // need not be found out. Becomes false some time after, and stays so.
  [[nodiscard]] bool is_awaited() const;

 private:
  // Before the method has the reply:
  friend class Dispatcher;
  // An answer that is a fault goes to the journal under the method's name, in
  // static storage.
  void LogFaultsOf(std::string_view method) const noexcept;
  // The request is in `count`, which outlives it, until it is answered: it is
  // taken out just before the answer leaves.
  void LeaveWhenAnswered(std::atomic<std::size_t>& count) const noexcept;

  struct Pending;
  std::shared_ptr<Pending> pending_;
};

}  // namespace answerbox::daemon
