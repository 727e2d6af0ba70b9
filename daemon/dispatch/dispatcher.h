// Carries out the requests of all transports, on the threads of their methods'
// lanes and within the bounds on simultaneous work. A method that throws ends
// its request, but neither its thread nor its transport. The dispatcher knows
// no transport and no use case.
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
#include "daemon/dispatch/question_lane.h"
#include "daemon/dispatch/reply.h"
#include "daemon/identity/access_control.h"
#include "platform/service/journal.h"
#include "platform/service/worker_threads.h"

namespace answerbox::daemon {

// Requests that hash a password or wait to do so. A further one gets `busy`.
inline constexpr std::size_t kMaxPasswordRequests = 16;

// An idle thread of a lane ends after this time.
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
// Returns a sentence: "a thread that ... has been at one request for 7 s". Safe
// in a signal handler.
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
  //   call         released after that, before on_returned is called
  //   client       tells the clients of one table apart, so that each has its
  //                share of the places for questions; null: the table has one
  //   on_returned  called once if Dispatch returns kWaiting, by the thread of
  //                the blocking lane, perhaps before this call ends
  // A question or slow request does not begin if its client has left before. A
  // question may go on as a slow request (Reply::GoOnSlowly). Allocates a place
  // in the lane's queue, except for kInline. The threads of all lanes but
  // kQuestion are made when they are needed: a request for which the system has
  // no thread gets kBusy.
  [[nodiscard]] Turn Dispatch(const std::shared_ptr<const MethodTable>& methods,
                              std::shared_ptr<const Call> call,
                              const Reply& reply,
                              const std::function<void()>& on_returned,
                              const void* client = nullptr);

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

  // Sets what is asked before a request is taken that the audit log records,
  // and may refuse it: whether this caller may fill the log now. `ask` is safe
  // from any thread. Call it before the first request.
  void AskBeforeRecords(
      std::function<Result<void>(const Identity& caller)> ask) {
    may_record_ = std::move(ask);
  }

  // Watches a thread outside of the dispatcher for hanging, like those of its
  // lanes. Call it before the first request.
  //   what        what the thread does, in static storage
  //   busy_since  safe to call from any thread, and in a signal handler
  void Watch(std::string_view what, BusySince busy_since);

  // Returns the oldest work under way. Slow requests and merging are left out,
  // as they may take long. Safe in a signal handler: takes no lock and
  // allocates nothing.
  [[nodiscard]] std::optional<WorkUnderWay> FindOldestWork() const;
  // Returns a sentence about the lane that hangs; nothing while no lane hangs.
  [[nodiscard]] std::optional<std::string> FindStall(
      Clock::time_point now) const;

  [[nodiscard]] Activity& activity() noexcept { return activity_; }

 private:
  // Returns the method if the call may be carried out now. Errors:
  // kShuttingDown, kUnknownMethod, kForbidden.
  [[nodiscard]] Result<const Method*> Find(const MethodTable& methods,
                                           const Call& call) const;
  // Counts the request in its lane, until it is answered. Errors: kBusy.
  [[nodiscard]] Result<void> Enter(Lane lane, const Holder& holder,
                                   const Reply& reply);
  // Counts a question. Another one gives way to it if its caller has more.
  [[nodiscard]] Result<void> EnterQuestions(const Holder& holder,
                                            const Reply& reply);
  [[nodiscard]] platform::WorkerThreads& ThreadsOf(Lane lane) noexcept;
  // Runs the method on a thread of its lane, unless its client has gone by
  // then.
  void Post(const std::shared_ptr<const MethodTable>& methods,
            const Method& method, std::shared_ptr<const Call> call,
            const Reply& reply);
  // Runs a question in its caller's turn, on a thread of its lane.
  void PostQuestion(const std::shared_ptr<const MethodTable>& methods,
                    const Method& method, std::shared_ptr<const Call> call,
                    const Holder& holder, const Reply& reply);
  // Prepares a question's reply, so that its method can go on in the slow lane.
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
  std::atomic<std::chrono::milliseconds> question_wait_;
  const std::size_t max_slow_;
  std::atomic<std::chrono::milliseconds> stall_;
  std::atomic<bool> is_stopping_{false};
  Activity activity_;
  std::atomic<std::size_t> slow_in_flight_{0};
  std::atomic<std::size_t> passwords_in_flight_{0};
  std::vector<Watched> watched_;
  std::function<Result<void>(const Identity& caller)> may_record_;
  QuestionLane questions_;
  platform::WorkerThreads slow_threads_;
  platform::WorkerThreads password_thread_;
  platform::WorkerThreads storage_thread_;
};

}  // namespace answerbox::daemon
