// Serves callers until the process is told to stop.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <span>

#include "daemon/dispatch/dispatcher.h"
#include "daemon/error.h"
#include "daemon/service/listener.h"
#include "platform/service/notifier.h"

namespace answerbox::daemon {

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
