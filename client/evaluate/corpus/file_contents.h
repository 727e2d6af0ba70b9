// Whole files in memory.
#pragma once

#include <filesystem>
#include <string>

#include "client/failure.h"

namespace answerbox::client {

// Errors: kRejected, with what is wrong with the path.
[[nodiscard]] Outcome<std::string> ReadFileContents(
    const std::filesystem::path& path);

}  // namespace answerbox::client
