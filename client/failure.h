// Why a command could not do what it was asked, and the exit code that tells
// scripts so. The codes are listed in docs/man/answerbox.1 and never change.
#pragma once

#include <boost/json/object.hpp>
#include <boost/system/result.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace answerbox::client {

enum class ExitCode : std::uint8_t {
  kDone = 0,          // Done; `ask`: answered.
  kRefused = 1,       // `ask`: no answer good enough in the documents.
  kUsage = 2,         // The command line is not valid.
  kNoDaemon = 3,      // No daemon answers, or not in time.
  kRejected = 4,      // The input was rejected, all of it or some.
  kDaemonFailed = 5,  // The daemon could not do it: disk full, damaged.
  kOutputFailed = 6,  // Standard output could not be written in full.
  kInterrupted = 130,
};

struct Failure {
  Failure() = default;  // boost::system::result needs one.
  // Not an aggregate: an exit code alone must not convert to a failure.
  Failure(ExitCode code, std::string kind_of_failure, std::string sentence,
          boost::json::object further_members = {})
      : exit_code(code),
        kind(std::move(kind_of_failure)),
        message(std::move(sentence)),
        details(std::move(further_members)) {}

  ExitCode exit_code = ExitCode::kDaemonFailed;
  std::string kind;  // For programs: the protocol's kind, or "no_daemon", ...
  std::string message;  // What is wrong, where, and what to do about it.
  boost::json::object details;  // Further members of the error in JSON.
  // The daemon said so before it closed the connection.
  bool ends_connection = false;
};

// The input cannot be used.
[[nodiscard]] inline Failure Rejected(std::string message) {
  return {ExitCode::kRejected, "rejected", std::move(message)};
}

template <typename T>
using Outcome = boost::system::result<T, Failure>;

[[noreturn]] inline void throw_exception_from_error(
    const Failure& failure, const boost::source_location&) {
  throw std::logic_error(failure.message);
}

}  // namespace answerbox::client
