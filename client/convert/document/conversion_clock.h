// Ends a conversion of ours that takes too long: the bounds on child processes
// do not see it, and a hostile file may find a slow path in any reader.
#pragma once

#include <chrono>
#include <concepts>
#include <utility>

#include "client/convert/document/converted_document.h"

namespace answerbox::client {

// Processor time of the converting thread for one file, without its children.
inline constexpr std::chrono::seconds kMaxConversionTime{60};

// Thrown by CheckConversionTime and caught by WithinTime alone.
struct ConversionTimeSpent {};

// While one lives, the conversion in this thread may take `time`. The outermost
// one counts: a converter may call another.
class ConversionClock {
 public:
  explicit ConversionClock(std::chrono::nanoseconds time = kMaxConversionTime);
  ~ConversionClock();
  ConversionClock(const ConversionClock&) = delete;
  ConversionClock& operator=(const ConversionClock&) = delete;

  // Returns the rejection of a file that took too long: kTooComplex.
  [[nodiscard]] static Rejection Spent();

 private:
  bool is_outermost_;
};

// Throws ConversionTimeSpent when the time of this thread's clock has passed.
// Does nothing without a clock. Loops over what a file holds call it; it reads
// the clock once in many calls. Never call it below a parser written in C,
// which an exception must not pass.
void CheckConversionTime();

// Returns what `convert` returns, or the rejection when it takes too long.
template <std::invocable Convert>
[[nodiscard]] auto WithinTime(
    Convert convert, std::chrono::nanoseconds time = kMaxConversionTime)
    -> decltype(convert()) {
  const ConversionClock clock(time);
  try {
    return convert();
  } catch (const ConversionTimeSpent&) {
    return ConversionClock::Spent();
  }
}

}  // namespace answerbox::client
