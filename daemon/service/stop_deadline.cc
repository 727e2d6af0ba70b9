#include "daemon/service/stop_deadline.h"

#include <algorithm>
#include <cstdlib>

#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

// Often enough that a stop which has just become possible is not cut off.
constexpr std::chrono::milliseconds kLookInterval{100};

// Does not call exit(): destructors and exit handlers would wait for the
// hanging thread.
[[noreturn]] void EndProcess(const std::string& why) {
  platform::Log(platform::Priority::kError,
                "ending without having stopped: " + why);
  std::_Exit(1);
}

}  // namespace

StopDeadline::StopDeadline(const Dispatcher& dispatcher)
    : dispatcher_(dispatcher), thread_([this] { Run(); }) {}

StopDeadline::~StopDeadline() {
  {
    const std::lock_guard lock(mutex_);
    is_done_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void StopDeadline::Begin(std::chrono::milliseconds grace) {
  {
    const std::lock_guard lock(mutex_);
    // Who set a shorter stall_seconds thinks of work that takes longer as
    // hanging, also now.
    patience_ = std::min(dispatcher_.stall(), kPatience);
    begin_ = Clock::now() + grace;
    // The grace is for requests. Only after it does the clock for hanging work
    // run.
    last_moved_ = *begin_;
  }
  changed_.notify_one();
}

void StopDeadline::Run() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return is_done_ || begin_; });
  if (is_done_) return;
  auto next = *begin_;
  while (!changed_.wait_until(lock, next, [this] { return is_done_; })) {
    const auto now = Clock::now();
    if (const auto hang = FindHang(now)) EndProcess(*hang);
    next = now + kLookInterval;
  }
}

std::optional<std::string> StopDeadline::FindHang(Clock::time_point now) {
  // A list of changes that are written one by one moves, however long it takes:
  // acknowledged changes are finished.
  const auto work = dispatcher_.FindOldestWork();
  if (work) {
    last_moved_ = now;
    if (now - work->since < patience_) return std::nullopt;
    return Describe(*work, now);
  }
  if (now - last_moved_ < patience_) return std::nullopt;
  return "nothing has moved for " +
         std::to_string(
             std::chrono::duration_cast<std::chrono::seconds>(patience_)
                 .count()) +
         " s";
}

}  // namespace answerbox::daemon
