// Writes the lines that the daemon sends: results, errors, progress. Each ends
// with '\n'.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "daemon/dispatch/reply.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// The line for an outcome, in pieces. The result stays where its method wrote
// it, and the sender copies each piece once, to its send buffer.
class ReplyLine {
 public:
  // `id` and results are JSON text. Throws std::bad_alloc.
  ReplyLine(std::string_view id, Result<std::string> outcome);

  using Pieces = std::array<std::string_view, 3>;
  // Returns the pieces of the line, in order. Some may be empty.
  [[nodiscard]] Pieces pieces() const noexcept {
    return {head_, result_, end_};
  }
  // Returns the line in one piece. Uses the memory of the result if it
  // suffices. Throws std::bad_alloc.
  [[nodiscard]] std::string Join() &&;

 private:
  std::string head_;  // The whole line if it is an error.
  std::string result_;
  std::string_view end_;
};

// `id` is JSON text.
[[nodiscard]] std::string ErrorLine(std::string_view id, const Error& error);
[[nodiscard]] std::string ProgressLine(std::string_view id,
                                       const WorkDone& work);

// Return the protocol's code and name of an error kind:
// docs/socket-protocol.md, "Errors".
[[nodiscard]] int ErrorCode(ErrorKind kind) noexcept;
[[nodiscard]] std::string_view ToString(ErrorKind kind) noexcept;

}  // namespace answerbox::daemon
