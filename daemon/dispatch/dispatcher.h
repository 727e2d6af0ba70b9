// Carries out the requests of all transports: on the threads of their methods'
// lanes, and within the bounds on simultaneous work. A method that throws ends
// its request, but not its thread or transport. Knows no transport and no use
// case.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/dispatch/bounds.h"
#include "daemon/dispatch/method.h"
#include "daemon/dispatch/reply.h"
#include "daemon/identity/access_control.h"
#include "platform/service/journal.h"
#include "platform/service/worker_threads.h"

namespace answerbox::daemon {

// Requests that hash a password or wait for one that does; one more is busy.
inline constexpr std::size_t kMaxPasswordRequests = 16;

// A lane that is used now and then keeps its thread for this long.
inline constexpr std::chrono::milliseconds kLaneIdleTime{5'000};

// When the caller's next request may be dispatched.
enum class Turn : std::uint8_t {
  kNext,  // At once.
  // When this call has returned: it runs on the blocking lane, where the
  // requests of one caller keep their order.
  kWaiting,
};

// The longest work under way.
struct WorkUnderWay {
  std::string_view what;  // What the thread does.
  std::chrono::steady_clock::time_point since;
};
// A sentence: "a thread that ... has been at one request for 7 s". Safe in a
// signal handler.
[[nodiscard]] platform::LogText Describe(
    const WorkUnderWay& work,
    std::chrono::steady_clock::time_point now) noexcept;

// Safe to use from any thread, except Watch and Join.
class Dispatcher {
 public:
  using Clock = std::chrono::steady_clock;
  using BusySince = std::function<std::optional<Clock::time_point>()>;

  // Throws std::system_error when no more threads can be made.
  //   access  outlives it; asked at every request, so that a right that is
  //           withdrawn is gone on open connections too
  Dispatcher(const DispatchBounds& bounds, const LaneSizes& sizes,
             const AccessControl& access);
  // Joins the threads.
  ~Dispatcher() = default;
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;

  // Carries out `call`, or answers with an error: the method is unknown, the
  // caller lacks its right, too much is under way, or the daemon is stopping.
  // The answer goes to `reply`, during this call or later from another thread.
  // The request stops counting as under way before its answer is sent, so that
  // a client with the reply can send its next request at once.
  //   methods      of the caller; kept until the method has returned
  //   call         let go of then, before on_returned is called
  //   on_returned  called once when the answer is kWaiting, by the thread of
  //                the blocking lane, perhaps before this call ends
  // A question or slow request is not begun if its client has gone before. A
  // question may go on as a slow request (Reply::GoOnSlowly). Allocates a place
  // in the lane's queue; for kInline nothing. Threads of lanes other than
  // kQuestion are made when they are needed: a request for which the system has
  // none gets kBusy.
  [[nodiscard]] Turn Dispatch(const std::shared_ptr<const MethodTable>& methods,
                              std::shared_ptr<const Call> call,
                              const Reply& reply,
                              const std::function<void()>& on_returned);

  // Calls MethodTable::drop_stale_work on the blocking lane, after the requests
  // dispatched there before, and then calls `then` with its result, on that
  // thread. Precondition: the table has the function.
  void DropStaleWork(
      std::shared_ptr<const MethodTable> methods, Clock::time_point time,
      std::function<void(std::optional<Clock::time_point>)> then);

  void ChangeBounds(const DispatchBounds& bounds) noexcept;
  [[nodiscard]] std::chrono::milliseconds stall() const noexcept {
    return stall_.load();
  }

  // From now on requests get the error shutting_down. Dispatched requests go
  // on.
  void BeginStop() noexcept { is_stopping_ = true; }
  // Finishes dispatched requests and ends the threads. Call it from one thread,
  // after the last Dispatch.
  void Join();

  // Watches a thread outside of the dispatcher for hanging, like those of its
  // lanes. Call it before the first request.
  //   what        what the thread does, in static storage
  //   busy_since  safe to call from any thread, and in a signal handler
  void Watch(std::string_view what, BusySince busy_since);

  // The oldest work under way. Leaves out slow requests and merging, which may
  // take long. Safe in a signal handler: it takes no lock and allocates
  // nothing.
  [[nodiscard]] std::optional<WorkUnderWay> FindOldestWork() const;
  // A sentence about the lane that hangs; nothing while none does.
  [[nodiscard]] std::optional<std::string> FindStall(
      Clock::time_point now) const;

  [[nodiscard]] Activity& activity() noexcept { return activity_; }

 private:
  // The method, if the call may be carried out now. Errors: kShuttingDown,
  // kUnknownMethod, kForbidden.
  [[nodiscard]] Result<const Method*> Find(const MethodTable& methods,
                                           const Call& call) const;
  // Counts the request in its lane, until it is answered. Errors: kBusy.
  [[nodiscard]] Result<void> Enter(Lane lane, const Reply& reply);
  [[nodiscard]] platform::WorkerThreads& ThreadsOf(Lane lane) noexcept;
  // Runs the method on a thread of its lane, unless its client has gone by
  // then.
  void Post(const std::shared_ptr<const MethodTable>& methods,
            const Method& method, std::shared_ptr<const Call> call,
            const Reply& reply);
  // Lets a question's method go on in the slow lane.
  void LetGoOnSlowly(const Reply& reply);
  [[nodiscard]] Turn PostStorage(
      const std::shared_ptr<const MethodTable>& methods, const Method& method,
      std::shared_ptr<const Call> call, const Reply& reply,
      const std::function<void()>& on_returned);

  struct Watched {
    std::string_view what;
    BusySince busy_since;
  };

  const AccessControl& access_;
  std::atomic<std::size_t> max_questions_;
  const std::size_t max_slow_;
  std::atomic<std::chrono::milliseconds> stall_;
  std::atomic<bool> is_stopping_{false};
  Activity activity_;
  std::atomic<std::size_t> slow_in_flight_{0};
  std::atomic<std::size_t> passwords_in_flight_{0};
  std::vector<Watched> watched_;
  platform::WorkerThreads question_threads_;
  platform::WorkerThreads slow_threads_;
  platform::WorkerThreads password_thread_;
  platform::WorkerThreads storage_thread_;
};

}  // namespace answerbox::daemon
