// Whole files in memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "client/failure.h"

namespace answerbox::client {

// Errors: kRejected, with what is wrong with the path.
[[nodiscard]] Outcome<std::string> ReadFileContents(
    const std::filesystem::path& path);

// The same for a file of at most `max_bytes` bytes. Errors: kRejected, also for
// a larger file, of which it reads one byte more than that.
[[nodiscard]] Outcome<std::string> ReadFileContents(
    const std::filesystem::path& path, std::size_t max_bytes);

}  // namespace answerbox::client
