#include "daemon/cascade/call_waiter.h"

#include <algorithm>
#include <string>

namespace answerbox::daemon {

// The stop comes from another thread, and stop() is the one function of the
// context that may be called from there.
CallWaiter::CallWaiter(const ModelPatience& patience)
    : patience_(patience), wake_(patience.stop, [this] { io_.stop(); }) {}

ModelResult<void> CallWaiter::RunUntil(std::string_view what,
                                       const bool& is_done) {
  using Clock = ModelPatience::Clock;
  while (!is_done) {
    // Before the check: a later stop() ends the wait below.
    io_.restart();
    if (patience_.stop.stop_requested()) {
      return ModelFailure{ModelFault::kCancelled, "the daemon is stopping"};
    }
    // A stop is told first: it is no fault of the client.
    if (patience_.is_cancelled()) {
      return ModelFailure{ModelFault::kCancelled,
                          "nobody waits for the model's answer any more"};
    }
    const Clock::time_point now = Clock::now();
    if (now >= patience_.deadline) {
      return ModelFailure{
          ModelFault::kSlow,
          "the model server has not " + std::string(what) +
              " in time; set model_timeout_s higher, or model_max_tokens "
              "lower"};
    }
    // Without a sum that could overflow at time_point::max().
    const Clock::duration left = patience_.deadline - now;
    io_.run_one_for(std::min<Clock::duration>(left, ModelPatience::kAskEvery));
  }
  return {};
}

// The handler writes into the caller's stack: it must have run before the call
// returns, and it does soon, as its socket is closed.
void CallWaiter::Drain(const bool& is_done) {
  while (!is_done) {
    io_.restart();
    io_.run_one();
  }
}

}  // namespace answerbox::daemon
