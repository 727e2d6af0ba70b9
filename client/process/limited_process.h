// Runs a program that we do not trust with its input. The environment only sets
// the locale C and one thread of OpenMP. The program has no standard input, its
// own resource limits and bounded output, and ends when we do.
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
  // Ends the program as soon as this descriptor can be read. -1: there is none.
  int stop_fd = -1;
  // What the program writes to, and so can't be taken from it: RLIMIT_DATA.
  std::uint64_t memory_bytes = 512u << 20;
  // With its files, and with what it only reserves, as runtimes of languages
  // do.
  std::uint64_t address_space_bytes = 1u << 30;
  std::size_t output_bytes = 64u << 20;
  // For output of which only a part is wanted. Called with what is kept so far
  // whenever more has come, and may remove some of it. `output_bytes` then
  // bounds what is kept, and `read_bytes` the whole output.
  std::function<void(std::string&)> condense = {};
  std::size_t read_bytes = SIZE_MAX;
};

struct ProcessEnd {
  enum class How : std::uint8_t {
    kExited,         // `code` is the exit status.
    kSignalled,      // `code` is the signal, also after processor time ran out.
    kTimedOut,       // Killed when the wall time had passed, or by `stop_fd`.
    kOutputTooLong,  // Killed past `output_bytes` or `read_bytes`.
  };
  How how = How::kExited;
  int code = 0;
  std::string output;
  std::string errors;  // The first 64 KiB of its standard error.
};

// The file descriptor of the input in the child.
inline constexpr int kChildInputFd = 3;

// Runs `program` (an absolute path) with `arguments` (argv[0] included) and
// `input_fd`, which the child gets as kChildInputFd. Returns when it has ended.
// Errors: those of pipe and fork. A program that cannot be executed ends with
// kExited and code 127.
[[nodiscard]] boost::system::result<ProcessEnd> RunLimited(
    const std::string& program, std::span<const std::string> arguments,
    int input_fd, const ProcessLimits& limits);

// Returns the path of an executable file `name` in one of the folders of $PATH.
// Empty when there is none.
[[nodiscard]] std::string FindProgram(const std::string& name);

}  // namespace answerbox::client
