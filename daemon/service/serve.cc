#include "daemon/service/serve.h"

#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

// Feeds the service manager's watchdog from the daemon's thread as long as the
// daemon serves. When a thread hangs, feeding stops and the service manager
// restarts the daemon.
class Watchdog {
 public:
  Watchdog(asio::io_context& io, const platform::Notifier& notifier,
           std::span<Listener* const> listeners, const Dispatcher& dispatcher)
      : notifier_(notifier),
        listeners_(listeners),
        dispatcher_(dispatcher),
        timer_(io) {}

  void Start() {
    if (!notifier_.watchdog_interval()) return;
    Feed();
    timer_.expires_after(*notifier_.watchdog_interval());
    timer_.async_wait([this](error_code error) {
      if (!error) Start();
    });
  }

  void Stop() { timer_.cancel(); }

 private:
  void Feed() {
    const auto stall = FindStall(std::chrono::steady_clock::now());
    if (!stall) {
      is_told_ = false;
      return Tell(notifier_, "WATCHDOG=1");
    }
    // Once, until it moves again: the watchdog asks every few seconds.
    if (std::exchange(is_told_, true)) return;
    platform::Log(platform::Priority::kError,
                  *stall + ": the service manager is to start the daemon anew");
  }

  [[nodiscard]] std::optional<std::string> FindStall(
      std::chrono::steady_clock::time_point now) const {
    for (const Listener* listener : listeners_) {
      if (auto stall = listener->FindStall(now)) return stall;
    }
    return dispatcher_.FindStall(now);
  }

  const platform::Notifier& notifier_;
  const std::span<Listener* const> listeners_;
  const Dispatcher& dispatcher_;
  asio::steady_timer timer_;
  bool is_told_ = false;
};

void LogUnfinishedReload(std::string_view why) {
  platform::Log(platform::Priority::kError,
                "options were not all read again: " + std::string(why) +
                    "; the daemon goes on, reload it again");
}

// Calls `reload` on each SIGHUP.
class Reloading {
 public:
  Reloading(asio::io_context& io, const platform::Notifier& notifier,
            const std::function<void()>& reload)
      : notifier_(notifier), reload_(reload), signals_(io, SIGHUP) {}

  void Start() {
    signals_.async_wait([this](error_code error, int) {
      if (error) return;
      Tell(notifier_, "RELOADING=1\nSTATUS=Reading options");
      Reload();
      Tell(notifier_, "READY=1\nSTATUS=Serving");
      Start();
    });
  }

  void Stop() { signals_.cancel(); }

 private:
  // A mistake in a file, or a lack of memory, must not end a daemon that
  // serves.
  void Reload() const {
    try {
      reload_();
    } catch (const std::bad_alloc&) {
      LogUnfinishedReload("no memory is left");
    } catch (const std::exception& error) {
      LogUnfinishedReload(error.what());
    }
  }

  const platform::Notifier& notifier_;
  const std::function<void()>& reload_;
  asio::signal_set signals_;
};

// Ignores SIGHUP when destroyed. Destroying the last signal_set of a signal
// removes its handler, and SIGHUP would then end a process that still finishes
// changes. Declare it before that set.
class HangupsIgnoredAfterwards {
 public:
  HangupsIgnoredAfterwards() = default;
  ~HangupsIgnoredAfterwards() { std::signal(SIGHUP, SIG_IGN); }
  HangupsIgnoredAfterwards(const HangupsIgnoredAfterwards&) = delete;
  HangupsIgnoredAfterwards& operator=(const HangupsIgnoredAfterwards&) = delete;
};

// noexcept: a handler that throws leaves connections in an unknown state, so
// the process ends, with the reason in the journal.
void RunListeners(asio::io_context& io) noexcept { io.run(); }

}  // namespace

Result<void> Serve(asio::io_context& io, std::span<Listener* const> listeners,
                   Dispatcher& dispatcher, const platform::Notifier& notifier,
                   std::chrono::milliseconds grace,
                   const std::function<void()>& on_stop,
                   const std::function<void()>& on_reload) {
  Watchdog watchdog(io, notifier, listeners, dispatcher);
  asio::signal_set signals(io, SIGTERM, SIGINT);
  // Between the signal sets: destroyed after the one of SIGHUP, before that of
  // the others.
  const HangupsIgnoredAfterwards ignored_afterwards;
  Reloading reloading(io, notifier, on_reload);
  std::optional<Error> failure;
  bool is_stopping = false;
  const auto stop = [&](std::string_view why) {
    is_stopping = true;
    platform::Log(platform::Priority::kInfo, why);
    Tell(notifier, "STOPPING=1\nSTATUS=Answering what is in flight");
    // In this order: the service manager hears that the daemon stops before it
    // misses a sign of life.
    watchdog.Stop();
    reloading.Stop();
    on_stop();
    dispatcher.BeginStop();
    for (Listener* listener : listeners) listener->Stop(grace);
  };
  signals.async_wait([&](error_code error, int) {
    if (!error) stop("stopping: answering what is in flight");
  });
  const auto fail = [&](const Error& error) {
    if (is_stopping) return;
    failure = error;
    signals.cancel();
    stop(error.message);
  };
  for (Listener* listener : listeners) listener->Start(fail);
  reloading.Start();
  watchdog.Start();
  Tell(notifier, "READY=1\nSTATUS=Serving");
  // Returns when no listener has work left: all is answered, or was dropped
  // after the grace.
  RunListeners(io);
  dispatcher.Join();
  if (failure) return *failure;
  return {};
}

}  // namespace answerbox::daemon
