// Writes the lines that the daemon sends: results, errors, progress. Each ends
// with '\n'.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "daemon/dispatch/reply.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// The line for an outcome, in pieces: a result stays where its method wrote it,
// and whoever sends the line copies the pieces once, to where they leave from.
class ReplyLine {
 public:
  // `id` and results are JSON text. Throws std::bad_alloc.
  ReplyLine(std::string_view id, Result<std::string> outcome);

  using Pieces = std::array<std::string_view, 3>;
  // One after the other they are the line. Some may be empty.
  [[nodiscard]] Pieces pieces() const noexcept {
    return {head_, result_, end_};
  }
  // The line in one piece, for who needs it so. Takes the room of the result if
  // it suffices. Throws std::bad_alloc.
  [[nodiscard]] std::string Join() &&;

 private:
  std::string head_;  // All of the line if it is an error.
  std::string result_;
  std::string_view end_;
};

// `id` is JSON text.
[[nodiscard]] std::string ErrorLine(std::string_view id, const Error& error);
[[nodiscard]] std::string ProgressLine(std::string_view id,
                                       const WorkDone& work);

// The protocol's code and name of an error kind: docs/socket-protocol.md,
// "Errors".
[[nodiscard]] int ErrorCode(ErrorKind kind) noexcept;
[[nodiscard]] std::string_view ToString(ErrorKind kind) noexcept;

}  // namespace answerbox::daemon
