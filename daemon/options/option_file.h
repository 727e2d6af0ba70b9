// Reads options from a TOML file. Each is one `key = value`, with the keys of
// option_table.h.
#pragma once

#include <filesystem>

#include "daemon/error.h"
#include "daemon/options/options.h"

namespace answerbox::daemon {

// Sets the options that the file names and leaves the rest. Errors:
// kInvalidParams, with file, line and column, when the file can't be read or
// parsed, or has an unknown key or an invalid value.
[[nodiscard]] Result<void> ReadOptionFile(const std::filesystem::path& path,
                                          Options& options);

}  // namespace answerbox::daemon
