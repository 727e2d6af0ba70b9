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

// Starts the listeners, tells the service manager that the daemon is ready and,
// for as long as neither a listener nor a lane stalls, that it is alive. On
// SIGTERM or SIGINT calls `on_stop`, has what is in flight answered, within
// `grace`, and returns when the threads of `dispatcher` are done. Does the same
// when a listener fails, and gives that as the error. Meanwhile SIGHUP calls
// `on_reload`, on the thread that called; afterwards it does nothing.
// Completions that the store has yet to call may still be posted afterwards:
// run `io` once more after the store is gone, while `dispatcher` is still
// there.
[[nodiscard]] Result<void> Serve(boost::asio::io_context& io,
                                 std::span<Listener* const> listeners,
                                 Dispatcher& dispatcher,
                                 const platform::Notifier& notifier,
                                 std::chrono::milliseconds grace,
                                 const std::function<void()>& on_stop,
                                 const std::function<void()>& on_reload);

}  // namespace answerbox::daemon
