// Why a command could not do what it was asked, and the exit code that tells
// scripts so. The codes are listed in docs/man/answerbox.1 and never change.
// And why a file can't become a document.
#pragma once

#include <boost/json/object.hpp>
#include <boost/system/result.hpp>
#include <cstdint>
#include <optional>
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

enum class RejectionReason : std::uint8_t {
  kInvalidUtf8,
  kUnsupportedCharset,
  kBinary,
  kEmpty,
  kTooLarge,
  kTooComplex,       // Nests too deep or needs too much memory or time.
  kEncrypted,        // A PDF that asks for a password.
  kNoText,           // A PDF that holds only pictures.
  kDamaged,          // Cut short, or broken inside.
  kNoConverter,      // The program that reads the format is missing or failed.
  kUnreadable,       // Missing, no permission, or a read error.
  kNotAFile,         // A FIFO, device, socket or folder.
  kLink,             // A symbolic link in a folder, or the way to it has one.
  kChanged,          // Vanished, grew or shrank while it was read.
  kUnknownFormat,    // An extension no converter knows.
  kBadName,          // A name the daemon would refuse.
  kDuplicateName,    // Two files of one run have the same name.
  kRefusedByDaemon,  // The daemon refused it; its message follows.
  kAllOrNothing,     // Others of its change were refused.
  kIncomplete,       // Words are missing, and whoever adds it wants all.
  kStopped,          // Whoever asked for it wanted no more of it.
};

struct Rejection {
  RejectionReason reason = RejectionReason::kUnreadable;
  std::string message;  // A phrase that follows the file's name and a colon.
  std::optional<std::uint64_t> offset = {};  // Bytes into the file, if known.
};

// The stable word for programs, such as "invalid_utf8"; static storage.
[[nodiscard]] const char* ToString(RejectionReason reason) noexcept;

template <typename T>
using Conversion = boost::system::result<T, Rejection>;

[[noreturn]] inline void throw_exception_from_error(
    const Rejection& rejection, const boost::source_location&) {
  throw std::logic_error(rejection.message);
}

}  // namespace answerbox::client
