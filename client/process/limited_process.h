// Runs a program that we do not trust with its input: an environment that only
// sets the locale C and one thread of OpenMP, no standard input, its own
// resource limits, bounded output. It ends when we do.
#pragma once

#include <boost/system/error_code.hpp>
#include <boost/system/result.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace answerbox::client {

struct ProcessLimits {
  std::chrono::seconds processor_time{60};
  std::chrono::milliseconds wall_time{120'000};
  std::uint64_t address_space_bytes = 1u << 30;
  std::size_t output_bytes = 64u << 20;
  // Where only a part of what it writes is wanted: is called with what is kept
  // so far whenever more has come, and may take out of it. `output_bytes` then
  // bounds what is kept, and `read_bytes` what is written in all.
  std::function<void(std::string&)> condense = {};
  std::size_t read_bytes = SIZE_MAX;
};

struct ProcessEnd {
  enum class How : std::uint8_t {
    kExited,         // `code` is the exit status.
    kSignalled,      // `code` is the signal, also after processor time ran out.
    kTimedOut,       // Killed when the wall time had passed.
    kOutputTooLong,  // Killed past `output_bytes` or `read_bytes`.
  };
  How how = How::kExited;
  int code = 0;
  std::string output;
  std::string errors;  // The first 64 KiB of its standard error.
};

// The descriptor under which the child finds its input.
inline constexpr int kChildInputFd = 3;

// Runs `program` (an absolute path) with `arguments` (argv[0] included) and
// `input_fd`, which the child gets as kChildInputFd. Returns when it has ended.
// Errors: what pipe or fork refused. A program that cannot be executed ends
// with kExited and code 127.
[[nodiscard]] boost::system::result<ProcessEnd> RunLimited(
    const std::string& program, std::span<const std::string> arguments,
    int input_fd, const ProcessLimits& limits);

// Returns the path of an executable file `name` in one of the folders of $PATH.
// Empty when there is none.
[[nodiscard]] std::string FindProgram(const std::string& name);

}  // namespace answerbox::client
