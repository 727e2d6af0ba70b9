// Carries out requests, whichever transport they come by: on the threads of
// their methods' lanes and within the bounds on simultaneous work. A method
// that throws ends its request, neither its thread nor its transport. Knows no
// transport and no use case.
#pragma once

#include <atomic>
#include <boost/json/object.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/dispatch/activity.h"
#include "daemon/dispatch/lane_threads.h"
#include "daemon/dispatch/method.h"
#include "daemon/dispatch/reply.h"
#include "daemon/identity/access_control.h"
#include "daemon/options/options.h"

namespace answerbox::daemon {

// What may change while requests are carried out.
struct DispatchBounds {
  // As the options have them, defaults included.
  explicit DispatchBounds(const Options& options = {})
      : questions(SizeOf(options.max_questions)),
        stall(std::chrono::seconds(options.stall_seconds)) {}

  std::size_t questions;  // In work or waiting for a thread; one more is busy.
  // A lane whose work takes longer is not expected to come back.
  std::chrono::milliseconds stall;
};

// Requests that hash a password or wait for one that does; one more is busy.
inline constexpr std::size_t kMaxPasswordRequests = 16;

struct LaneSizes {
  std::size_t question_threads = 2;
  // As many slow requests run at once; none waits for a thread.
  std::size_t slow_threads = 1;
};

// A request as a transport hands it over. Movable.
struct Call {
  std::string_view method;
  const boost::json::object& params;
  // What `method` and `params` live in. Freed when the method has returned, and
  // before the transport is told of that.
  std::shared_ptr<const void> memory;
};

// Whether the caller's next request may be dispatched.
enum class Turn : std::uint8_t {
  kNext,     // At once.
  kWaiting,  // When the call before has returned: it changes what is stored,
             // and the requests of one caller are stored in their order.
};

// The longest work under way.
struct WorkUnderWay {
  std::string_view what;  // The thread does.
  std::chrono::steady_clock::time_point since;
};
// As a sentence: "a thread that ... has been at one request for 7 s".
[[nodiscard]] std::string Describe(const WorkUnderWay& work,
                                   std::chrono::steady_clock::time_point now);

// Safe from any thread, but for Watch and Join.
class Dispatcher {
 public:
  using Clock = std::chrono::steady_clock;
  using BusySince = std::function<std::optional<Clock::time_point>()>;

  // Throws std::system_error when the system gives no more threads.
  //   access  outlives it; asked at every request, so that rights which were
  //           withdrawn are gone on connections that are open
  Dispatcher(const DispatchBounds& bounds, const LaneSizes& sizes,
             const AccessControl& access);
  // Joins.
  ~Dispatcher() = default;
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;

  // Has `call` carried out, or answers why not: the method is unknown,
  // the caller lacks the right to it, too much is under way, or the daemon is
  // stopping. The answer goes to `reply`, during this call or later from
  // another thread. Before it goes, the request stops counting as under way, so
  // that a client that has the reply can send its next request.
  //   methods      the caller's; kept until the method has returned
  //   on_returned  called once when the answer is kWaiting, by the thread of
  //                the blocking lane, perhaps before this call ends
  // A question or slow request whose client has gone before its turn is not
  // begun. Allocates a place in its lane's queue; nothing for kInline.
  [[nodiscard]] Turn Dispatch(const std::shared_ptr<const MethodTable>& methods,
                              Call call, const Reply& reply,
                              const std::function<void()>& on_returned);

  // Has MethodTable::drop_stale_work called on the blocking lane, after what
  // was dispatched there before, and gives `then` its result, on that thread.
  // Precondition: the table has the function.
  void DropStaleWork(
      std::shared_ptr<const MethodTable> methods, Clock::time_point time,
      std::function<void(std::optional<Clock::time_point>)> then);

  void ChangeBounds(const DispatchBounds& bounds) noexcept;
  [[nodiscard]] std::chrono::milliseconds stall() const noexcept {
    return stall_.load();
  }

  // From now on requests get the error shutting_down. What was dispatched goes
  // on.
  void BeginStop() noexcept { is_stopping_ = true; }
  // Finishes what was dispatched, and ends the threads. By one thread, when
  // nothing is dispatched any more.
  void Join();

  // Counts the work of a thread that is not the dispatcher's own as its lanes'.
  // Before the first request.
  //   what        the thread does, in static storage
  //   busy_since  safe from any thread
  void Watch(std::string_view what, BusySince busy_since);

  // What has been under way longest. Slow requests may take long, and merging
  // has a thread of its own: neither is looked at.
  [[nodiscard]] std::optional<WorkUnderWay> FindOldestWork() const;
  // The lane that does not come back, as a sentence; nothing while all move.
  [[nodiscard]] std::optional<std::string> FindStall(
      Clock::time_point now) const;

  [[nodiscard]] Activity& activity() noexcept { return activity_; }

 private:
  [[nodiscard]] Result<void> CheckCaller(
      const MethodTable& methods, const Method& method,
      const boost::json::object& params) const;
  // Has a thread of `lane` run the method, unless nobody waits for it by then.
  void Post(LaneThreads& lane,
            const std::shared_ptr<const MethodTable>& methods,
            const Method& method, Call call, const Reply& reply);
  void PostStorage(const std::shared_ptr<const MethodTable>& methods,
                   const Method& method, Call call, const Reply& reply,
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
  LaneThreads question_threads_;
  LaneThreads slow_threads_;
  LaneThreads password_thread_;
  LaneThreads storage_thread_;
};

}  // namespace answerbox::daemon
