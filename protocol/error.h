// How the daemon reports what can go wrong: a kind for programs and a sentence
// for people. docs/socket-protocol.md, "Errors", lists every kind.
#pragma once

#include <boost/system/result.hpp>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace answerbox::protocol {

enum class ErrorKind : std::uint8_t {
  kParseError,
  kInvalidRequest,
  kUnknownMethod,
  kInvalidParams,
  kInternal,
  kLineTooLong,
  kBusy,
  kTimeout,
  kShuttingDown,
  kForbidden,
  kNotFound,
  kAlreadyExists,
  kRejected,
  kLimit,
  kStorage,
  kCorrupt,
  kInterrupted,
  kExamFailed,
  kModelFailed,
};

struct Error {
  ErrorKind kind = ErrorKind::kInternal;
  // What is wrong, where, and what to do about it.
  std::string message = {};
  // kRejected: the reason; kInvalidParams: the parameter; kCorrupt: the file;
  // kForbidden: the right; kModelFailed: the fault.
  std::string subject = {};
  std::optional<std::uint64_t> offset = {};  // In bytes, if known.
  // kCorrupt: the damaged field; kForbidden: the collection.
  std::string field = {};
  // kExamFailed: what was found, a JSON object as text; empty: not known.
  std::string details = {};
};

template <typename T>
using Result = boost::system::result<T, Error>;

[[noreturn]] inline void throw_exception_from_error(
    const Error& error, const boost::source_location&) {
  throw std::logic_error(error.message);
}

}  // namespace answerbox::protocol
