// How asking a model server can fail: a kind for programs and a sentence for
// people.
#pragma once

#include <boost/system/result.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace answerbox::daemon {

enum class ModelFault : std::uint8_t {
  kAbsent,     // Nothing serves there, or the program cannot be started.
  kRefused,    // The server answered with an error.
  kSlow,       // The deadline passed.
  kClosed,     // The connection ended in the middle of an answer.
  kTooLong,    // The answer passes a bound.
  kInvalid,    // The answer is not what the protocol says.
  kCancelled,  // The caller wants no answer any more.
  kBusy,       // Too many generations wait.
  kKilled,     // The model's process ended while it answered.
};

// "absent", "refused", "slow", "closed", "too_long", "invalid", "cancelled",
// "busy", "killed".
[[nodiscard]] std::string_view NameOf(ModelFault fault) noexcept;

struct ModelFailure {
  ModelFault fault = ModelFault::kInvalid;
  // What is wrong, where, and what to do about it. Valid UTF-8 without control
  // characters, whatever the server sent.
  std::string message = {};
};

template <typename T>
using ModelResult = boost::system::result<T, ModelFailure>;

[[noreturn]] inline void throw_exception_from_error(
    const ModelFailure& failure, const boost::source_location&) {
  throw std::logic_error(failure.message);
}

// The most bytes of a server's own words in a message.
inline constexpr std::size_t kMaxQuotedBytes = 200;

// `text` for a message: at most kMaxQuotedBytes, on one line; bytes that are
// not UTF-8 become '?'.
[[nodiscard]] std::string QuoteForeign(std::string_view text);

}  // namespace answerbox::daemon
