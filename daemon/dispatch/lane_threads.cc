#include "daemon/dispatch/lane_threads.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <system_error>

namespace answerbox::daemon {
namespace {

// Later than any time, so that the oldest work is the minimum.
constexpr auto kNothing = std::numeric_limits<LaneThreads::Clock::rep>::max();

}  // namespace

LaneThreads::LaneThreads(std::size_t count)
    : io_(static_cast<int>(count)),
      guard_(io_.get_executor()),
      count_(count),
      began_(std::make_unique<std::atomic<Clock::rep>[]>(count)) {
  for (std::size_t i = 0; i < count; ++i) began_[i] = kNothing;
  threads_.reserve(count);
  try {
    // noexcept: an exception ends the process, with the reason in the journal.
    for (std::size_t i = 0; i < count; ++i) {
      threads_.emplace_back([this]() noexcept { io_.run(); });
    }
  } catch (const std::system_error&) {
    Join();
    throw;
  }
}

LaneThreads::~LaneThreads() { Join(); }

void LaneThreads::Join() {
  guard_.reset();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

LaneThreads::Work::Work(LaneThreads& lane, Clock::time_point now)
    : place_(nullptr) {
  for (std::size_t i = 0; i < lane.count_; ++i) {
    Clock::rep expected = kNothing;
    if (lane.began_[i].compare_exchange_strong(
            expected, now.time_since_epoch().count())) {
      place_ = &lane.began_[i];
      return;
    }
  }
  assert(false && "more work at once than threads");
}

LaneThreads::Work::~Work() {
  if (place_ != nullptr) *place_ = kNothing;
}

std::optional<LaneThreads::Clock::time_point> LaneThreads::BusySince()
    const noexcept {
  Clock::rep oldest = kNothing;
  for (std::size_t i = 0; i < count_; ++i) {
    oldest = std::min(oldest, began_[i].load());
  }
  if (oldest == kNothing) return std::nullopt;
  return Clock::time_point(Clock::duration(oldest));
}

}  // namespace answerbox::daemon
