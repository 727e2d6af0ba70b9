#include "daemon/dispatch/dispatcher.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <new>
#include <utility>

#include "daemon/dispatch/fault_log.h"

namespace answerbox::daemon {
namespace {

using platform::WorkerThreads;

// A method that throws has met a fault of the daemon, or a lack of memory. Its
// client must not wait for ever, and the thread serves others.
template <typename Run>
void CarryOut(const Reply& reply, const Run& run) {
  try {
    run();
  } catch (const std::bad_alloc&) {
    reply.Send(NotCarriedOut("it has no memory left"));
  } catch (const std::exception& error) {
    reply.Send(NotCarriedOut(error.what()));
  }
}

// Adds 1 to the count. Returns false, and adds nothing, when `limit` is
// reached.
bool TryEnter(std::atomic<std::size_t>& count, std::size_t limit) noexcept {
  // A load and an increment apart could let two requests into the last place.
  std::size_t before = count;
  do {
    if (before >= limit) return false;
  } while (!count.compare_exchange_weak(before, before + 1));
  return true;
}

Error TooManyQuestions(std::size_t limit) {
  return {ErrorKind::kBusy,
          std::to_string(limit) +
              " questions are being answered or wait, as many as may; try "
              "again."};
}

Holder HolderOf(const MethodTable& methods, const void* client) {
  const void* const part = client == nullptr ? &methods : client;
  return {std::string(methods.caller.name()),
          std::to_string(reinterpret_cast<std::uintptr_t>(part))};
}

Error TooManyPasswords() {
  return {ErrorKind::kBusy, std::to_string(kMaxPasswordRequests) +
                                " requests with passwords wait; try again."};
}

// A bound of one request is no number to report: the message says what is under
// way instead.
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

Error NoThread() {
  return {ErrorKind::kBusy,
          "The system lets the daemon have no more threads now; try again. "
          "TasksMax of its unit bounds them."};
}

Error NobodyWaits() { return {ErrorKind::kTimeout, "Nobody waits for it."}; }

}  // namespace

platform::LogText Describe(const WorkUnderWay& work,
                           std::chrono::steady_clock::time_point now) noexcept {
  return platform::LogText()
      .Add("a thread that ")
      .Add(work.what)
      .Add(" has been at one request for ")
      .Add(std::chrono::duration_cast<std::chrono::seconds>(now - work.since));
}

// Questions come at any moment, so their threads stay. So does that of the
// blocking lane: a part of a document that found no thread would leave a gap in
// an upload that goes on. The other lanes are idle for most of a day, and a
// thread that only waits is memory and nothing else.
Dispatcher::Dispatcher(const DispatchBounds& bounds, const LaneSizes& sizes,
                       const AccessControl& access)
    : access_(access),
      max_questions_(bounds.questions),
      question_wait_(bounds.question_wait),
      max_slow_(sizes.slow_threads),
      stall_(bounds.stall),
      questions_(sizes.question_threads),
      slow_threads_(sizes.slow_threads, kLaneIdleTime),
      password_thread_(1, kLaneIdleTime),
      storage_thread_(1) {}

Turn Dispatcher::Dispatch(const std::shared_ptr<const MethodTable>& methods,
                          std::shared_ptr<const Call> call, const Reply& reply,
                          const std::function<void()>& on_returned,
                          const void* client) {
  const Result<const Method*> found = Find(*methods, *call);
  if (!found) {
    reply.Send(found.error());
    return Turn::kNext;
  }
  const Method& method = **found;
  // The method's name lives as long as the method. The name in the call may be
  // gone when the answer is sent.
  reply.LogFaultsOf(method.name);
  if (method.is_recorded && may_record_) {
    if (auto allowed = may_record_(methods->caller); !allowed) {
      reply.Send(allowed.error());
      return Turn::kNext;
    }
  }
  if (method.lane == Lane::kBlocking) {
    return PostStorage(methods, method, std::move(call), reply, on_returned);
  }
  if (method.lane == Lane::kInline) {
    CarryOut(reply, [&] { method.run(call->params(), reply); });
    return Turn::kNext;
  }
  const Holder holder = HolderOf(*methods, client);
  if (auto entered = Enter(method.lane, holder, reply); !entered) {
    reply.Send(entered.error());
  } else if (method.lane == Lane::kQuestion) {
    PostQuestion(methods, method, std::move(call), holder, reply);
  } else {
    Post(methods, method, std::move(call), reply);
  }
  return Turn::kNext;
}

Result<const Method*> Dispatcher::Find(const MethodTable& methods,
                                       const Call& call) const {
  // This check comes first: a client that is told to try again later learns
  // nothing of methods and rights.
  if (is_stopping_) {
    return Error{ErrorKind::kShuttingDown,
                 "The daemon is stopping; try again when it is back."};
  }
  const auto method =
      std::ranges::find(methods.methods, call.method(), &Method::name);
  if (method == methods.methods.end()) {
    return Error{ErrorKind::kUnknownMethod,
                 "There is no method of that name; docs/socket-protocol.md "
                 "lists them."};
  }
  if (method->right) {
    auto allowed = CheckRight(*method->right, access_.Of(methods.caller),
                              methods.caller, method->name, call.params());
    if (!allowed) return allowed.error();
  }
  return &*method;
}

Result<void> Dispatcher::EnterQuestions(const Holder& holder,
                                        const Reply& reply) {
  questions_.RefuseLate(Clock::now());
  const std::size_t limit = max_questions_;
  while (!TryEnter(activity_.questions_in_flight, limit)) {
    const auto gave_way = questions_.MakeRoom(holder);
    if (!gave_way) return TooManyQuestions(limit);
    activity_.shares.Note(Shared::kQuestions, gave_way->name);
  }
  reply.LeaveWhenAnswered(activity_.questions_in_flight);
  LetGoOnSlowly(reply);
  return {};
}

Result<void> Dispatcher::Enter(Lane lane, const Holder& holder,
                               const Reply& reply) {
  const auto enter = [&reply](std::atomic<std::size_t>& count,
                              std::size_t limit) {
    if (!TryEnter(count, limit)) return false;
    reply.LeaveWhenAnswered(count);
    return true;
  };
  switch (lane) {
    case Lane::kQuestion:
      return EnterQuestions(holder, reply);
    case Lane::kSlow:
      if (!enter(slow_in_flight_, max_slow_)) return TooManySlow(max_slow_);
      break;
    case Lane::kPassword:
      if (!enter(passwords_in_flight_, kMaxPasswordRequests)) {
        return TooManyPasswords();
      }
      break;
    case Lane::kInline:
    case Lane::kBlocking:
      break;  // Unbounded here: transports bound the requests of a connection.
  }
  return {};
}

WorkerThreads& Dispatcher::ThreadsOf(Lane lane) noexcept {
  switch (lane) {
    case Lane::kSlow:
      return slow_threads_;
    case Lane::kPassword:
      return password_thread_;
    case Lane::kBlocking:
    case Lane::kInline:
    case Lane::kQuestion:
      break;
  }
  return storage_thread_;
}

void Dispatcher::PostQuestion(const std::shared_ptr<const MethodTable>& methods,
                              const Method& method,
                              std::shared_ptr<const Call> call,
                              const Holder& holder, const Reply& reply) {
  const bool is_long = IsLong(method.length, call->params());
  // The callbacks hold the reply weakly. A strong pointer would make the reply
  // hold itself; the rest of the method holds it.
  reply.PostRestWith([this, holder, is_long,
                      weak = reply.weak()](const std::function<void()>& rest) {
    const auto run = [weak, rest] {
      if (const auto held = Reply::From(weak)) CarryOut(*held, rest);
    };
    const auto refuse = [weak](const Error& error) {
      if (const auto held = Reply::From(weak)) held->Send(error);
    };
    questions_.Post(holder, {run, refuse, is_long});
  });
  const auto run = [methods, &method, call = std::move(call), reply] {
    // The client left while the request waited. What nobody reads need not be
    // computed.
    if (!reply.is_awaited()) return reply.Send(NobodyWaits());
    CarryOut(reply, [&] { method.run(call->params(), reply); });
  };
  const auto refuse = [reply](const Error& error) { reply.Send(error); };
  questions_.Post(holder,
                  {run, refuse, is_long, Clock::now() + question_wait_.load()});
}

void Dispatcher::Post(const std::shared_ptr<const MethodTable>& methods,
                      const Method& method, std::shared_ptr<const Call> call,
                      const Reply& reply) {
  const bool is_posted =
      ThreadsOf(method.lane)
          .Post([methods, &method, call = std::move(call), reply] {
            // The client left while the request waited. What nobody reads need
            // not be computed.
            if (!reply.is_awaited()) return reply.Send(NobodyWaits());
            CarryOut(reply, [&] { method.run(call->params(), reply); });
          });
  if (!is_posted) reply.Send(NoThread());
}

void Dispatcher::LetGoOnSlowly(const Reply& reply) {
  // The callback holds the reply weakly, for the reason that PostQuestion has.
  reply.PostSlowRestWith(
      [this,
       weak = reply.weak()](const std::function<void()>& rest) -> Result<void> {
        if (!TryEnter(slow_in_flight_, max_slow_)) {
          return TooManySlow(max_slow_);
        }
        // The place is taken before the rest can answer. If there is no thread,
        // the method answers with the error, and so gives the place back.
        if (const auto held = Reply::From(weak)) {
          held->LeaveWhenAnswered(slow_in_flight_);
        }
        const bool is_posted = slow_threads_.Post([weak, rest] {
          const std::optional<Reply> held = Reply::From(weak);
          if (!held) return;
          if (!held->is_awaited()) return held->Send(NobodyWaits());
          CarryOut(*held, rest);
        });
        if (!is_posted) return NoThread();
        return {};
      });
}

Turn Dispatcher::PostStorage(const std::shared_ptr<const MethodTable>& methods,
                             const Method& method,
                             std::shared_ptr<const Call> call,
                             const Reply& reply,
                             const std::function<void()>& on_returned) {
  const bool is_posted =
      storage_thread_.Post([methods, &method, call = std::move(call),
                            reply = Reply(reply), on_returned]() mutable {
        {
          // The call is destroyed before the next request may begin. This frees
          // its memory, and answers the request if nobody kept the reply.
          const std::shared_ptr<const Call> last_call = std::move(call);
          const Reply last_reply = std::move(reply);
          CarryOut(last_reply,
                   [&] { method.run(last_call->params(), last_reply); });
        }
        on_returned();
      });
  if (is_posted) return Turn::kWaiting;
  reply.Send(NoThread());
  return Turn::kNext;
}

void Dispatcher::DropStaleWork(
    std::shared_ptr<const MethodTable> methods, Clock::time_point time,
    std::function<void(std::optional<Clock::time_point>)> then) {
  const bool is_posted =
      storage_thread_.Post([methods = std::move(methods), time, then] {
        then(methods->drop_stale_work(time));
      });
  // Without a thread nothing is dropped now, as if the client had just
  // continued all of its work.
  if (!is_posted) then(Clock::now());
}

void Dispatcher::ChangeBounds(const DispatchBounds& bounds) noexcept {
  max_questions_ = bounds.questions;
  question_wait_ = bounds.question_wait;
  stall_ = bounds.stall;
}

// Question threads are joined first: their questions may still go on in the
// slow lane.
void Dispatcher::Join() {
  questions_.Join();
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
  // Slow requests and passwords take long without hanging, and are not watched.
  look("answers questions", questions_.BusySince());
  look("reads and stores", storage_thread_.BusySince());
  for (const Watched& one : watched_) look(one.what, one.busy_since());
  return oldest;
}

std::optional<std::string> Dispatcher::FindStall(Clock::time_point now) const {
  const auto oldest = FindOldestWork();
  if (!oldest || now - oldest->since < stall()) return std::nullopt;
  return std::string(Describe(*oldest, now).text());
}

}  // namespace answerbox::daemon
