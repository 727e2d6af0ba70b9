#include "daemon/dispatch/dispatcher.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <exception>
#include <new>
#include <utility>

#include "daemon/dispatch/fault_log.h"

namespace answerbox::daemon {
namespace {

namespace asio = boost::asio;

template <typename Run>
void Guarded(const Reply& reply, const Run& run) {
  try {
    run();
  } catch (const std::bad_alloc&) {
    reply.Send(NotCarriedOut("it has no memory left"));
  } catch (const std::exception& error) {
    reply.Send(NotCarriedOut(error.what()));
  }
}

void CarryOut(const Method& method, const Call& call, const Reply& reply) {
  Guarded(reply, [&] { method.run(call.params, reply); });
}

const Method* FindMethod(const MethodTable& table, std::string_view name) {
  const auto found = std::ranges::find(table.methods, name, &Method::name);
  return found == table.methods.end() ? nullptr : &*found;
}

// Counts one more. False, without counting, when `limit` is reached.
bool TryEnter(std::atomic<std::size_t>& count, std::size_t limit) noexcept {
  std::size_t before = count;
  do {
    if (before >= limit) return false;
  } while (!count.compare_exchange_weak(before, before + 1));
  return true;
}

Error TooManyQuestions(std::size_t limit) {
  return {ErrorKind::kBusy, "The daemon answers " + std::to_string(limit) +
                                " questions at once; try again."};
}

Error TooManyPasswords() {
  return {ErrorKind::kBusy, std::to_string(kMaxPasswordRequests) +
                                " requests with passwords wait; try again."};
}

Error TooManySlow(std::size_t limit) {
  if (limit == 1) {
    return {ErrorKind::kBusy,
            "A request that takes long is under way, and one runs at a time; "
            "try again when it is over."};
  }
  return {ErrorKind::kBusy,
          std::to_string(limit) +
              " requests that take long are under way, as many as run at a "
              "time; try again when one is over."};
}

}  // namespace

std::string Describe(const WorkUnderWay& work,
                     std::chrono::steady_clock::time_point now) {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now - work.since);
  return "a thread that " + std::string(work.what) + " has been at one " +
         "request for " + std::to_string(seconds.count()) + " s";
}

Dispatcher::Dispatcher(const DispatchBounds& bounds, const LaneSizes& sizes,
                       const AccessControl& access)
    : access_(access),
      max_questions_(bounds.questions),
      max_slow_(sizes.slow_threads),
      stall_(bounds.stall),
      question_threads_(sizes.question_threads),
      slow_threads_(sizes.slow_threads),
      password_thread_(1),
      storage_thread_(1) {}

Turn Dispatcher::Dispatch(const std::shared_ptr<const MethodTable>& methods,
                          Call call, const Reply& reply,
                          const std::function<void()>& on_returned) {
  const Method* const method = FindMethod(*methods, call.method);
  if (is_stopping_) {
    reply.Send(Error{ErrorKind::kShuttingDown,
                     "The daemon is stopping; try again when it is back."});
    return Turn::kNext;
  }
  if (method == nullptr) {
    reply.Send(Error{ErrorKind::kUnknownMethod,
                     "There is no method of that name; docs/socket-protocol.md "
                     "lists them."});
    return Turn::kNext;
  }
  if (auto allowed = CheckCaller(*methods, *method, call.params); !allowed) {
    reply.Send(allowed.error());
    return Turn::kNext;
  }
  reply.LogFaultsOf(method->name);
  switch (method->lane) {
    case Lane::kInline:
      CarryOut(*method, call, reply);
      break;
    case Lane::kQuestion: {
      const std::size_t limit = max_questions_;
      if (!TryEnter(activity_.questions_in_flight, limit)) {
        reply.Send(TooManyQuestions(limit));
        break;
      }
      reply.LeaveWhenAnswered(activity_.questions_in_flight);
      LetGoOnSlowly(reply);
      Post(question_threads_, methods, *method, std::move(call), reply);
      break;
    }
    case Lane::kSlow:
      if (!TryEnter(slow_in_flight_, max_slow_)) {
        reply.Send(TooManySlow(max_slow_));
        break;
      }
      reply.LeaveWhenAnswered(slow_in_flight_);
      Post(slow_threads_, methods, *method, std::move(call), reply);
      break;
    case Lane::kPassword:
      if (!TryEnter(passwords_in_flight_, kMaxPasswordRequests)) {
        reply.Send(TooManyPasswords());
        break;
      }
      reply.LeaveWhenAnswered(passwords_in_flight_);
      Post(password_thread_, methods, *method, std::move(call), reply);
      break;
    case Lane::kBlocking:
      PostStorage(methods, *method, std::move(call), reply, on_returned);
      return Turn::kWaiting;
  }
  return Turn::kNext;
}

Result<void> Dispatcher::CheckCaller(const MethodTable& methods,
                                     const Method& method,
                                     const boost::json::object& params) const {
  if (!method.right) return {};
  return CheckRight(*method.right, access_.Of(methods.caller), methods.caller,
                    method.name, params);
}

void Dispatcher::Post(LaneThreads& lane,
                      const std::shared_ptr<const MethodTable>& methods,
                      const Method& method, Call call, const Reply& reply) {
  // The reply does not hold itself: the rest of a method does.
  reply.PostRestWith([&lane, weak = reply.weak()](std::function<void()> rest) {
    asio::post(lane.get_executor(), [&lane, weak, rest = std::move(rest)] {
      const LaneThreads::Work work(lane);
      const std::optional<Reply> held = Reply::From(weak);
      if (held) Guarded(*held, rest);
    });
  });
  asio::post(lane.get_executor(), [&lane, methods, &method,
                                   call = std::move(call), reply] {
    const LaneThreads::Work work(lane);
    if (!reply.is_awaited()) {
      return reply.Send(Error{ErrorKind::kTimeout, "Nobody waits for it."});
    }
    CarryOut(method, call, reply);
  });
}

void Dispatcher::LetGoOnSlowly(const Reply& reply) {
  // The reply does not hold itself: the rest of a method does.
  reply.PostSlowRestWith([this, weak = reply.weak()](
                             std::function<void()> rest) -> Result<void> {
    if (!TryEnter(slow_in_flight_, max_slow_)) return TooManySlow(max_slow_);
    if (const auto held = Reply::From(weak)) {
      held->LeaveWhenAnswered(slow_in_flight_);
    }
    asio::post(slow_threads_.get_executor(), [this, weak,
                                              rest = std::move(rest)] {
      const LaneThreads::Work work(slow_threads_);
      const std::optional<Reply> held = Reply::From(weak);
      if (!held) return;
      if (!held->is_awaited()) {
        return held->Send(Error{ErrorKind::kTimeout, "Nobody waits for it."});
      }
      Guarded(*held, rest);
    });
    return {};
  });
}

void Dispatcher::PostStorage(const std::shared_ptr<const MethodTable>& methods,
                             const Method& method, Call call,
                             const Reply& reply,
                             const std::function<void()>& on_returned) {
  asio::post(storage_thread_.get_executor(),
             [this, methods, &method, call = std::move(call),
              reply = Reply(reply), on_returned]() mutable {
               {
                 // Destroyed before the next request may begin: frees the
                 // memory, and answers the request if nobody kept the reply.
                 const Call last_call = std::move(call);
                 const Reply last_reply = std::move(reply);
                 const LaneThreads::Work work(storage_thread_);
                 CarryOut(method, last_call, last_reply);
               }
               on_returned();
             });
}

void Dispatcher::DropStaleWork(
    std::shared_ptr<const MethodTable> methods, Clock::time_point time,
    std::function<void(std::optional<Clock::time_point>)> then) {
  asio::post(
      storage_thread_.get_executor(),
      [this, methods = std::move(methods), time, then = std::move(then)] {
        std::optional<Clock::time_point> oldest;
        {
          const LaneThreads::Work work(storage_thread_);
          oldest = methods->drop_stale_work(time);
        }
        then(oldest);
      });
}

void Dispatcher::ChangeBounds(const DispatchBounds& bounds) noexcept {
  max_questions_ = bounds.questions;
  stall_ = bounds.stall;
}

void Dispatcher::Join() {
  question_threads_.Join();
  slow_threads_.Join();
  password_thread_.Join();
  storage_thread_.Join();
}

void Dispatcher::Watch(std::string_view what, BusySince busy_since) {
  watched_.push_back({what, std::move(busy_since)});
}

std::optional<WorkUnderWay> Dispatcher::FindOldestWork() const {
  std::optional<WorkUnderWay> oldest;
  const auto look = [&](std::string_view what,
                        std::optional<Clock::time_point> since) {
    if (!since || (oldest && oldest->since <= *since)) return;
    oldest = WorkUnderWay{what, *since};
  };
  look("answers questions", question_threads_.BusySince());
  look("reads and stores", storage_thread_.BusySince());
  for (const Watched& one : watched_) look(one.what, one.busy_since());
  return oldest;
}

std::optional<std::string> Dispatcher::FindStall(Clock::time_point now) const {
  const auto oldest = FindOldestWork();
  if (!oldest || now - oldest->since < stall()) return std::nullopt;
  return Describe(*oldest, now);
}

}  // namespace answerbox::daemon
