// Keeps the torn end of a log file that a power cut left.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "daemon/audit/format/record_time.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// Copies `bytes` to a file beside `log_file`, syncs it, and returns the body of
// the record that names it. Errors: kStorage.
[[nodiscard]] Result<std::string> SetAside(
    const std::filesystem::path& log_file, std::string_view bytes,
    const RecordTime& time);

}  // namespace answerbox::daemon
