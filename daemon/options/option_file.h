// Reads options from a TOML file. Each is one `key = value`, with the keys of
// option_table.h.
#pragma once

#include <filesystem>

#include "daemon/error.h"
#include "daemon/options/option_text.h"
#include "daemon/options/options.h"

namespace answerbox::daemon {

// Sets the options that the file names and leaves the rest. Errors:
// kInvalidParams, with the file when it can't be read (option_text.h); with
// file, line and column when it can't be parsed, or has an unknown key or an
// invalid value. `options` may be changed in part then.
[[nodiscard]] Result<void> ReadOptionFile(const std::filesystem::path& path,
                                          PipePatience patience,
                                          Options& options);

}  // namespace answerbox::daemon
