// What a command of `answerbox exam` writes besides its page.
#pragma once

#include <string>
#include <string_view>

#include "client/exam/exam_input.h"
#include "client/failure.h"

namespace answerbox::client {

// Whether WriteOutput may write there; creates nothing. Errors: kRejected, with
// why not.
[[nodiscard]] Outcome<void> CheckOutput(const std::string& path);

// Writes the whole file, or to standard output where `path` is "-". A file that
// is there is replaced at once, when all was written. Errors: kRejected, with
// why it can't be written.
[[nodiscard]] Outcome<void> WriteOutput(const std::string& path,
                                        std::string_view contents);

}  // namespace answerbox::client
