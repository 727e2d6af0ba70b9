#include "daemon/protocol/unix_socket/serve.h"

#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <string_view>

#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

void Tell(const platform::Notifier& notifier, std::string_view state) {
  const platform::Result<void> told = notifier.Notify(state);
  if (!told) {
    platform::Log(platform::Priority::kWarning, told.error().Describe());
  }
}

// Feeds the service manager's watchdog from the sockets' thread, so that a
// stuck thread is noticed.
class Watchdog {
 public:
  Watchdog(asio::io_context& io, const platform::Notifier& notifier)
      : notifier_(notifier), timer_(io) {}

  void Start() {
    if (!notifier_.watchdog_interval()) return;
    Tell(notifier_, "WATCHDOG=1");
    timer_.expires_after(*notifier_.watchdog_interval());
    timer_.async_wait([this](error_code error) {
      if (!error) Start();
    });
  }

  void Stop() { timer_.cancel(); }

 private:
  const platform::Notifier& notifier_;
  asio::steady_timer timer_;
};

}  // namespace

void Serve(asio::io_context& io, Server& server, SessionContext& context,
           const platform::Notifier& notifier, std::chrono::milliseconds grace,
           const std::function<void()>& on_stop) {
  Watchdog watchdog(io, notifier);
  asio::signal_set signals(io, SIGTERM, SIGINT);
  signals.async_wait([&](error_code error, int) {
    if (error) return;
    platform::Log(platform::Priority::kInfo,
                  "stopping: answering what is in flight");
    Tell(notifier, "STOPPING=1\nSTATUS=Answering what is in flight");
    watchdog.Stop();
    on_stop();
    server.Stop(grace);
  });
  server.Start();
  watchdog.Start();
  Tell(notifier, "READY=1\nSTATUS=Serving");
  io.run();
  context.question_threads.join();
  context.storage_thread.join();
}

}  // namespace answerbox::daemon
