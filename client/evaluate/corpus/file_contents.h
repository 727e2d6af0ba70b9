// Whole files in memory, and their lines.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "client/failure.h"

namespace answerbox::client {

// SQuAD's training set, the largest file of questions that people use, has 42
// MB.
inline constexpr std::size_t kMaxCorpusBytes = std::size_t{512} << 20;

// A file of at most `max_bytes` bytes. Errors: kRejected, with what is wrong
// with the path; also for a larger file, of which it reads one byte more than
// that.
[[nodiscard]] Outcome<std::string> ReadFileContents(
    const std::filesystem::path& path, std::size_t max_bytes = kMaxCorpusBytes);

// Removes the first line from `rest`, which is not empty, and returns it
// without its line break.
[[nodiscard]] std::string_view TakeLine(std::string_view& rest);

}  // namespace answerbox::client
