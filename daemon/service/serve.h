// Serves callers until the process is told to stop.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "daemon/dispatch/dispatcher.h"
#include "daemon/error.h"
#include "platform/service/notifier.h"

namespace answerbox::daemon {

// A way for callers to reach the daemon, such as a Unix socket. The daemon
// serves through several listeners at once.
//
// The daemon's thread, which runs its io_context, calls all functions. A
// listener with threads of its own keeps work in the io_context until they are
// done.
class Listener {
 public:
  virtual ~Listener() = default;

  // Serves callers from now on. Calls `on_failure`, on the daemon's thread, if
  // it can't serve any more: the daemon then ends. Call it once.
  virtual void Start(std::function<void(const Error& error)> on_failure) = 0;

  // Accepts no more callers, finishes requests in flight, and drops those that
  // take longer than `grace`. Returns at once. When this is done, the listener
  // leaves no work in the io_context.
  virtual void Stop(std::chrono::milliseconds grace) = 0;

  // A sentence that says why no caller is served, when that has lasted too
  // long. Nothing otherwise.
  [[nodiscard]] virtual std::optional<std::string> FindStall(
      std::chrono::steady_clock::time_point now) const = 0;
};

// Starts the listeners and tells the service manager that the daemon is ready.
// As long as no listener and no lane stalls, tells it that the daemon is alive.
// On SIGTERM or SIGINT calls `on_stop`, answers requests in flight within
// `grace`, and returns when the threads of `dispatcher` are done. Does the same
// when a listener fails, and returns that error. SIGHUP calls `on_reload` on
// the calling thread, and is ignored after the end. What it throws is logged,
// and the daemon goes on. The store may still call completions afterwards,
// which post work to `io`. So run `io` once more after the store is destroyed
// and before `dispatcher` is.
[[nodiscard]] Result<void> Serve(boost::asio::io_context& io,
                                 std::span<Listener* const> listeners,
                                 Dispatcher& dispatcher,
                                 const platform::Notifier& notifier,
                                 std::chrono::milliseconds grace,
                                 const std::function<void()>& on_stop,
                                 const std::function<void()>& on_reload);

}  // namespace answerbox::daemon
