// What a command of `answerbox exam` writes besides its page.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "client/exam/exam_input.h"
#include "client/failure.h"

namespace answerbox::client {

// Whether WriteOutput may write there; creates nothing. Errors: kRejected, with
// why not.
[[nodiscard]] Outcome<void> CheckOutput(const std::string& path);

// Whether `path` is none of the files that a command reads ("-" is standard
// input), whatever their names: writing would destroy what was read. Errors:
// kRejected, with both names.
[[nodiscard]] Outcome<void> CheckIsNoInput(const std::string& path,
                                           std::span<const std::string> inputs);

// Writes the whole file, or to standard output where `path` is "-". A file that
// is there is replaced at once, when all was written; meanwhile its name ends
// in ".new". Errors: kRejected, with why it can't be written; those of
// CheckIsNoInput, for both names.
//   inputs  what the command has read
[[nodiscard]] Outcome<void> WriteOutput(const std::string& path,
                                        std::string_view contents,
                                        std::span<const std::string> inputs);

}  // namespace answerbox::client
