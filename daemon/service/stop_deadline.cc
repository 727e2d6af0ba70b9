#include "daemon/service/stop_deadline.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

// Often enough that a stop which has just become possible is not cut off.
constexpr std::chrono::milliseconds kLookInterval{100};

// A lock around a number would be held for ever by the very thread that the
// signal interrupts.
static_assert(std::atomic<StopDeadline::Clock::rep>::is_always_lock_free);
static_assert(std::atomic<StopDeadline*>::is_always_lock_free);

// What the signal handler looks at; null before Begin.
std::atomic<StopDeadline*> begun{nullptr};

// Does not call exit(): destructors and exit handlers would wait for the
// hanging thread.
[[noreturn]] void EndProcess(std::string_view why) noexcept {
  platform::LogLast(platform::Priority::kError,
                    platform::LogText()
                        .Add("ending without having stopped: ")
                        .Add(why)
                        .text());
  std::_Exit(1);
}

timespec ToTimespec(std::chrono::nanoseconds time) noexcept {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  timespec converted{};
  converted.tv_sec = static_cast<std::time_t>(seconds.count());
  converted.tv_nsec = static_cast<long>((time - seconds).count());
  return converted;
}

}  // namespace

StopDeadline::StopDeadline(const Dispatcher& dispatcher)
    : dispatcher_(dispatcher) {
  sigevent event{};
  // Only this thread gets the signal. Others may be in calls that a signal cuts
  // short, or hang, and a signal that waits for such a thread is lost.
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGALRM;
  event._sigev_un._tid = ::gettid();  // glibc has no other name for it.
  if (::timer_create(CLOCK_MONOTONIC, &event, &timer_) != 0) {
    throw std::system_error(errno, std::system_category(),
                            "no timer for the deadline of a stop");
  }
}

StopDeadline::~StopDeadline() {
  // Before the timer: its last signal may be under way.
  begun = nullptr;
  ::timer_delete(timer_);
}

void StopDeadline::Begin(std::chrono::milliseconds grace) {
  // Who set a shorter stall_seconds thinks of work that takes longer as
  // hanging, also now.
  patience_ = std::min(dispatcher_.stall(), kPatience);
  // The grace is for requests. Only after it does the clock for hanging work
  // run.
  last_moved_ = Clock::now() + grace;
  begun = this;
  struct sigaction action {};
  action.sa_handler = OnSignal;
  // Waits that were interrupted go on by themselves.
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGALRM, &action, nullptr);
  // The program that started the daemon may have blocked it, and a mask is
  // inherited.
  sigset_t alarm;
  ::sigemptyset(&alarm);
  ::sigaddset(&alarm, SIGALRM);
  ::pthread_sigmask(SIG_UNBLOCK, &alarm, nullptr);
  // A first time of zero would not start the timer.
  const itimerspec times{
      .it_interval = ToTimespec(kLookInterval),
      .it_value = ToTimespec(std::max(grace, std::chrono::milliseconds(1)))};
  ::timer_settime(timer_, 0, &times, nullptr);
}

void StopDeadline::OnSignal(int) noexcept {
  const int error_before = errno;
  if (StopDeadline* const deadline = begun) deadline->Look();
  errno = error_before;
}

void StopDeadline::Look() noexcept {
  const auto now = Clock::now();
  // A list of changes that are written one by one moves, however long it takes:
  // acknowledged changes are finished.
  if (const auto work = dispatcher_.FindOldestWork()) {
    last_moved_ = now;
    if (now - work->since < patience_) return;
    EndProcess(Describe(*work, now).text());
  }
  if (now - last_moved_ < patience_) return;
  EndProcess(
      platform::LogText()
          .Add("nothing has moved for ")
          .Add(std::chrono::duration_cast<std::chrono::seconds>(patience_))
          .text());
}

}  // namespace answerbox::daemon
