#include "client/convert/document/conversion_clock.h"

#include <ctime>
#include <optional>

namespace answerbox::client {
namespace {

// Reading the clock costs as much as visiting some elements.
constexpr unsigned kCallsPerClockCheck = 16;

thread_local std::optional<std::chrono::nanoseconds> conversion_end;
thread_local unsigned conversion_calls = 0;

std::chrono::nanoseconds ThreadTime() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) +
         std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

ConversionClock::ConversionClock(std::chrono::nanoseconds time)
    : is_outermost_(!conversion_end) {
  if (!is_outermost_) return;
  conversion_end = ThreadTime() + time;
  conversion_calls = 0;
}

ConversionClock::~ConversionClock() {
  if (is_outermost_) conversion_end.reset();
}

Rejection ConversionClock::Spent() {
  return {RejectionReason::kTooComplex,
          "converting it took more than " +
              std::to_string(kMaxConversionTime.count()) +
              " seconds of processor time: split it or save it as plain text"};
}

void CheckConversionTime() {
  if (!conversion_end || conversion_calls++ % kCallsPerClockCheck != 0) return;
  if (ThreadTime() >= *conversion_end) throw ConversionTimeSpent();
}

}  // namespace answerbox::client
