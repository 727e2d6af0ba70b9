// Writes the lines that the daemon sends: results, errors, progress. Each ends
// with '\n'.
#pragma once

#include <string>
#include <string_view>

#include "daemon/dispatch/work_done.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// The line for an outcome. When memory does not suffice for the line of a
// result, it is the error `internal`. `id` and results are JSON text.
[[nodiscard]] std::string ReplyLine(std::string_view id,
                                    const Result<std::string>& outcome);
// `id` and `result` are JSON text.
[[nodiscard]] std::string ResultLine(std::string_view id,
                                     std::string_view result);
[[nodiscard]] std::string ErrorLine(std::string_view id, const Error& error);
[[nodiscard]] std::string ProgressLine(std::string_view id,
                                       const WorkDone& work);

// The protocol's code and name of an error kind: docs/socket-protocol.md,
// "Errors".
[[nodiscard]] int ErrorCode(ErrorKind kind) noexcept;
[[nodiscard]] std::string_view ToString(ErrorKind kind) noexcept;

}  // namespace answerbox::daemon
