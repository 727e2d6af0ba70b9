// How engine functions report errors. An error is a value of fixed size: making
// one allocates nothing, so a question can fail as cheaply as it succeeds.
#pragma once

#include <boost/system/result.hpp>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace answerbox::engine {

enum class ErrorCode : std::uint8_t {
  kInvalidUtf8 = 1,  // `offset`: first byte that is not part of UTF-8 text.
  kBinaryText,       // The text holds U+0000 at `offset`.
  kTruncated,        // A segment ends inside `field`, at `offset`.
  kCorrupt,          // A segment's `field` at `offset` has an impossible value.
  kUnsupportedVersion,  // The segment was written by another format version.
  kLimitExceeded,       // More than the limit named by `field`; see limits.md.
  kArenaExhausted,      // The question needed more than its memory budget.
  kSinkFailed,          // The byte sink refused a write after `offset` bytes.
  kInvalidArgument,     // `field` names the argument.
  kNoSuchDocument,      // No live document has name or pattern number `offset`.
  kStopped,             // The caller asked for it.
};

struct Error {
  ErrorCode code;
  const char* field = "";    // What was read or exceeded. Static storage.
  std::uint64_t offset = 0;  // Bytes from the start of the input, unless
                             // the code says otherwise.

  friend bool operator==(const Error& a, const Error& b) noexcept {
    return a.code == b.code && a.offset == b.offset &&
           std::string_view(a.field) == b.field;
  }
};

// One lower-case English phrase for a code, in static storage.
[[nodiscard]] const char* Describe(ErrorCode code) noexcept;

template <typename T>
using Result = boost::system::result<T, Error>;

// Boost.System calls this when `value()` meets an error: a broken precondition.
[[noreturn]] inline void throw_exception_from_error(
    const Error& error, const boost::source_location&) {
  throw std::logic_error(Describe(error.code));
}

}  // namespace answerbox::engine
