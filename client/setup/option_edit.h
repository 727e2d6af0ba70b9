// Sets options in the text of a file, and leaves the rest as its owner wrote
// it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/failure.h"

namespace answerbox::client {

// Keys and texts, of options that are TOML strings.
using OptionChanges = std::vector<std::pair<std::string, std::string>>;

// Returns the text with the options set. Where a line sets one, its value is
// replaced; else where a line has it commented out, that line; else a line is
// added at the end. The result was read by the daemon's own parser: these
// options have these values, and all others those of before. Errors: kRejected;
// `path` is the file's name in messages.
[[nodiscard]] Outcome<std::string> WithOptions(
    std::string_view text, const OptionChanges& changes,
    const std::filesystem::path& path);

}  // namespace answerbox::client
