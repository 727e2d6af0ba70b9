// Options from a TOML file: one `key = value` each, keys as in option_table.h.
#pragma once

#include <filesystem>

#include "daemon/error.h"
#include "daemon/options/options.h"

namespace answerbox::daemon {

// Overwrites what the file names and leaves the rest. Errors: kInvalidParams,
// with file, line and column, when it can't be read or parsed, holds a key that
// is no option, or a value the option does not take.
[[nodiscard]] Result<void> ReadOptionFile(const std::filesystem::path& path,
                                          Options& options);

}  // namespace answerbox::daemon
